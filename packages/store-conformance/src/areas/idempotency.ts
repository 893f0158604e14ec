import type { ClaimInput, IdentityLookup, IngestResult, Store } from "@memorymaster/core";
import { newClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { AT, eventsOf, EVERYTHING, getOne, idsOf, insertOne, NO_KEYS, numbered } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { IDEMPOTENCY } from "../requirements/idempotency.ts";

const TEXT = "CI runs on Jenkins";

async function matches(store: Store, lookup: Partial<IdentityLookup>): Promise<readonly number[]> {
  return (await store.claims.findIdentityMatches({ ...NO_KEYS, ...lookup })).map(({ claim }) => claim.id);
}

const facts = ({ claim, deduplicated, revived }: IngestResult) => [claim.id, deduplicated, revived];

export const idempotencyTests: AreaTests<typeof IDEMPOTENCY> = {
  "idempotency.keys": async ({ store }) => {
    const tuple = { subject: "staging api", predicate: "port" };
    const one = await insertOne(store, { ...tuple, text: "The staging API listens on port 7443" });
    const twin = await insertOne(store, { text: "The staging API listens on port 7444", idempotencyKey: "mine" });
    const hidden = await insertOne(store, { ...tuple, text: "x", visibility: "sensitive", sourceAgent: "ana" });
    const { contentHash = "" } = one;
    const { nearHash, twinHash } = newClaim({ text: one.text });
    const all = { contentHashes: [contentHash], twinHashes: [twinHash], tuples: [tuple] };

    expect(await matches(store, {})).toEqual([]);
    expect(await matches(store, { idempotencyKeys: ["mine", contentHash, "none"] })).toEqual([one.id, twin.id]);
    expect(await matches(store, { contentHashes: [contentHash] })).toEqual([one.id]);
    expect(await matches(store, { nearHashes: [nearHash] })).toEqual([one.id]);
    expect(await matches(store, { twinHashes: [twinHash] })).toEqual([one.id, twin.id]);
    expect(await matches(store, { tuples: [tuple] })).toEqual([one.id, hidden.id]);
    expect(await matches(store, all)).toEqual([one.id, twin.id, hidden.id]);
  },

  "idempotency.content_number": async ({ store }) => {
    const { contentHash = "" } = await insertOne(store);
    const second = `${contentHash}~2`;
    await insertOne(store, { contentHash: second, idempotencyKey: second, humanId: "mm-0002", uid: "u2" });

    const found = await store.claims.findIdentityMatches({ ...NO_KEYS, contentHashes: [contentHash] });

    expect(found.map(({ claim }) => claim.contentHash)).toEqual([contentHash, second]);
    expect(found[0]).toMatchObject({ nearHash: newClaim().nearHash, twinHash: newClaim().twinHash });
  },

  "idempotency.newest": async ({ store }) => {
    const tuple = { subject: "backup", predicate: "took" };
    const textOf = (day: number): string => `The backup of day ${day} took ${day} seconds`;
    const stored = await store.claims.insert(numbered(150, (day) => ({ ...tuple, text: textOf(day) })));
    await store.claims.update(1, 1, { status: "confirmed", updatedAt: AT });
    const newest = idsOf(stored).slice(-100);

    expect(await matches(store, { twinHashes: [newClaim({ text: textOf(0) }).twinHash] })).toEqual(newest);
    expect(await matches(store, { tuples: [tuple] })).toEqual([1, ...newest]);
  },

  "idempotency.ingest.key": async ({ store, memory }) => {
    const { claims } = memory();
    await claims.ingest({ text: TEXT, idempotencyKey: "build-7" });

    const again = await claims.ingest({ text: TEXT, idempotencyKey: " build-7 " });
    const reused = await claims.ingest({ text: "Another text", idempotencyKey: "build-7" });

    expect([facts(again), facts(reused)]).toEqual([
      [1, true, false],
      [1, true, false],
    ]);
    expect([again.warnings, reused.warnings]).toEqual([[], ["idempotency_key_reused"]]);
    expect(await eventsOf(store)).toHaveLength(1);
  },

  "idempotency.ingest.content": async ({ store, memory }) => {
    const first = await memory().claims.ingest({ text: TEXT, idempotencyKey: "one" });
    const before = await eventsOf(store);

    for (const text of [TEXT, "  ci RUNS on jenkins ", "CI runs on Jenkins."]) {
      expect([text, facts(await memory().claims.ingest({ text }))]).toEqual([text, [1, true, false]]);
    }

    expect(await getOne(store, 1)).toEqual(first.claim);
    expect(await eventsOf(store)).toEqual(before);
  },

  "idempotency.ingest.namespaces": async ({ store, memory }) => {
    const inputs: readonly ClaimInput[] = [
      { text: TEXT },
      { text: TEXT, scope: "user" },
      { text: TEXT, visibility: "private", sourceAgent: "ana" },
      { text: TEXT, visibility: "private", sourceAgent: "luis" },
      { text: TEXT, visibility: "sensitive", sourceAgent: "ana" },
    ];
    const ingestAll = async (): Promise<readonly number[]> => {
      const ids: number[] = [];
      for (const input of inputs) ids.push((await memory().claims.ingest(input)).claim.id);
      ids.push((await memory({ caller: { tenantId: "acme" } }).claims.ingest({ text: TEXT })).claim.id);
      return ids;
    };

    expect([await ingestAll(), await ingestAll()]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6],
    ]);
    expect((await store.claims.stats(EVERYTHING, undefined)).claims).toBe(6);
  },

  "idempotency.ingest.other_tuple": async ({ store, memory }) => {
    const tuple = { subject: "ci", predicate: "runs on", objectValue: "Jenkins" };
    const given: readonly Partial<ClaimInput>[] = [
      tuple,
      { ...tuple, objectValue: "jenkins" },
      {},
      { ...tuple, objectValue: "Buildkite" },
      { validUntil: "2027-01-01T00:00:00Z" },
    ];
    const ids: number[] = [];

    for (const more of given) ids.push((await memory().claims.ingest({ text: TEXT, ...more })).claim.id);

    expect(ids).toEqual([1, 1, 1, 2, 3]);
    const stored = await store.claims.getMany(EVERYTHING, [1, 2, 3], false);
    const base = stored[0]?.contentHash ?? "";
    expect(stored.map(({ contentHash }) => contentHash)).toEqual([base, `${base}~2`, `${base}~3`]);
  },

  "idempotency.ingest.returning": async ({ store, memory }) => {
    const { claims } = memory();
    await claims.ingest({ text: TEXT });
    await claims.ingest({ text: "CI runs on Buildkite" });
    await claims.transition(1, "superseded", { replacedBy: 2 });

    const back = await claims.ingest({ text: TEXT });
    const again = await claims.ingest({ text: TEXT });

    expect([facts(back), facts(again)]).toEqual([
      [3, false, false],
      [3, true, false],
    ]);
    expect((await getOne(store, 3)).contentHash).toBe("hash-f034d8694344250f~2");
  },

  "idempotency.ingest.revival": async ({ store, memory }) => {
    const { claims } = memory();
    await claims.ingest({ text: TEXT, sourceAgent: "ana" });
    await claims.transition(1, "archived");

    const revived = await claims.ingest({ text: TEXT, sourceAgent: "ana" });

    expect(facts(revived)).toEqual([1, true, true]);
    expect(await getOne(store, 1)).toMatchObject({ status: "candidate", archivedAt: undefined, version: 3 });
    const last = (await eventsOf(store)).at(-1);
    expect(last).toMatchObject({
      eventType: "transition",
      fromStatus: "archived",
      toStatus: "candidate",
      details: "reingest_revival:ana",
    });
  },

  "idempotency.ingest.revival_owner": async ({ store, memory }) => {
    const { claims } = memory();
    await claims.ingest({ text: TEXT, sourceAgent: "ana" });
    await claims.transition(1, "archived");
    const before = await eventsOf(store);

    const answer = await claims.ingest({ text: TEXT, sourceAgent: "luis" });

    expect(facts(answer)).toEqual([1, true, false]);
    expect(await getOne(store, 1)).toMatchObject({ status: "archived", version: 2 });
    expect(await eventsOf(store)).toEqual(before);
  },

  "idempotency.ingest.bulk": async ({ memory, another }) => {
    const inputs: readonly ClaimInput[] = [
      { text: TEXT },
      { text: "Release freeze starts on 15 October" },
      { text: TEXT.toUpperCase(), citations: [{ source: "chat 7" }] },
      { text: "Release freeze starts on 16 October" },
      { text: TEXT, idempotencyKey: "mine" },
      { text: "Another text", idempotencyKey: "mine" },
    ];
    const single = (await another()).memory();
    const expected: unknown[] = [];
    for (const input of inputs) {
      const { claim, deduplicated, warnings } = await single.claims.ingest(input);
      expected.push({ claimId: claim.id, deduplicated, warnings });
    }

    const items = inputs.map((input, index) => ({ line: index + 1, input }));
    const { rows, ...counts } = await memory().claims.ingestMany(items);

    expect(rows).toMatchObject(expected);
    expect(counts).toEqual({ total: 6, ingested: 4, deduplicated: 2, rejected: 0 });
  },
};
