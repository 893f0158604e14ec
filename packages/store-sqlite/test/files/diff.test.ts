import { expect, it } from "vitest";
import { filesOf } from "../support/database-files.ts";
import { insertOne } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

const UPDATED = { updatedAt: "2026-01-03T00:00:00+00:00" };

it("tells what was added, removed and changed since a snapshot, field by field", async () => {
  await using temp = await tempStore();
  const { store } = temp;
  const [same, changed, removed] = [
    await insertOne(store, { text: "Stays as it is" }),
    await insertOne(store, { text: "Will change" }),
    await insertOne(store, { text: "Will go" }),
  ];
  const { snapshotId } = await filesOf(store).snapshot();
  const added = await insertOne(store, { text: "Is new" });
  await store.claims.update(changed.id, changed.version, {
    ...UPDATED,
    pinned: true,
    confidence: 0.75,
    status: "confirmed",
    confirmedBy: "ana",
  });
  await store.claims.update(same.id, same.version, { ...UPDATED, lastValidatedAt: UPDATED.updatedAt });
  temp.sql("delete from claims where id = ?", removed.id);

  expect(await filesOf(store).diff(snapshotId)).toEqual({
    snapshotId,
    added: [{ id: added.id, text: "Is new", status: "candidate" }],
    removed: [{ id: removed.id, text: "Will go", status: "candidate" }],
    changed: [
      {
        id: changed.id,
        text: "Will change",
        changes: {
          status: { old: "candidate", new: "confirmed" },
          confidence: { old: changed.confidence, new: 0.75 },
          pinned: { old: false, new: true },
        },
      },
    ],
    unchanged: 1,
  });
});

it("takes an id that was given anew for another claim", async () => {
  await using temp = await tempStore();
  const files = filesOf(temp.store);
  const empty = await files.snapshot();
  const before = await insertOne(temp.store, { text: "Before the rollback" });
  const full = await files.snapshot();
  await files.rollback(empty.snapshotId);
  const after = await insertOne(temp.store, { text: "After the rollback" });

  const { added, removed, changed } = await files.diff(full.snapshotId);

  expect(after.id).toBe(before.id);
  expect([added, removed, changed]).toEqual([
    [{ id: after.id, text: "After the rollback", status: "candidate" }],
    [{ id: before.id, text: "Before the rollback", status: "candidate" }],
    [],
  ]);
});

it("shows no words of a sensitive claim", async () => {
  await using temp = await tempStore();
  const { store } = temp;
  const claim = await insertOne(store, { text: "The safe is behind the plant", visibility: "sensitive" });
  const { snapshotId } = await filesOf(store).snapshot();
  temp.sql("update claims set text = 'The safe is in the cellar', confidence = 1 where id = ?", claim.id);
  await insertOne(store, { text: "The second safe is in the attic", subject: "second safe", visibility: "sensitive" });

  const diff = await filesOf(store).diff(snapshotId);

  expect(diff.changed).toEqual([
    {
      id: claim.id,
      text: "[sensitive]",
      changes: {
        text: { old: "[sensitive]", new: "[sensitive]" },
        confidence: { old: claim.confidence, new: 1 },
      },
    },
  ]);
  expect(JSON.stringify(diff)).not.toContain("safe");
});
