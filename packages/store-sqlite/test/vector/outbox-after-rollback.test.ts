import type { OutboxEntry, Store } from "@memorymaster/core";
import { expect, test } from "vitest";
import { filesOf } from "../support/database-files.ts";
import { AT, insertOne } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

const INDEX = "qdrant";
const LEASE = { owner: "one", limit: 10, at: AT, until: AT };

const take = ({ vectors }: Store): Promise<readonly OutboxEntry[]> => vectors.lease(INDEX, LEASE);

/** What comes too late from before the rollback. */
const LATE: Readonly<Record<string, (store: Store, entries: readonly OutboxEntry[]) => Promise<void>>> = {
  "was done": ({ vectors }, entries) => vectors.finish(INDEX, entries),
  "failed for good": ({ vectors }, entries) =>
    vectors.postpone(
      INDEX,
      entries.map((entry) => ({ ...entry, code: "malformed", nextAttemptAt: undefined })),
    ),
};

test.each(Object.entries(LATE))(
  "what %s for a change before a rollback settles no newer change of that number",
  async (_, settle) => {
    await using temp = await tempStore();
    const { store } = temp;
    await store.vectors.register(INDEX);
    const kept = await insertOne(store, { text: "The api listens on port 8443" });
    await store.vectors.finish(INDEX, await take(store));
    const { snapshotId } = await filesOf(store).snapshot();
    await insertOne(store, { text: "The queue is drained every hour" });
    const before = await take(store);

    await filesOf(store).rollback(snapshotId);
    await store.claims.update(kept.id, kept.version, { status: "archived", updatedAt: AT });
    await settle(store, before);
    const after = await take(store);

    expect(after.map(({ changeNo }) => changeNo)).toEqual(before.map(({ changeNo }) => changeNo));
    expect(after).toMatchObject([{ claimId: kept.id, attempts: 0 }]);
  },
);
