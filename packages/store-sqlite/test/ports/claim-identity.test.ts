import type { Claim, IdentityLookup, NewClaim } from "@memorymaster/core";
import { describe, expect, it } from "vitest";
import { AT, claim, insertOne } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

const ids = (claims: readonly Claim[]): number[] => claims.map(({ id }) => id);

describe("finding claims by identity", () => {
  const nothing: IdentityLookup = {
    idempotencyKeys: [],
    contentHashes: [],
    nearHashes: [],
    twinHashes: [],
    tuples: [],
  };

  it("finds each claim by each of its keys, once", async () => {
    await using temp = await tempStore();
    const tuple = { subject: "staging api", predicate: "port" };
    const one = await insertOne(temp.store, { ...tuple, text: "The staging API listens on port 7443" });
    const twin = await insertOne(temp.store, { text: "The staging API listens on port 7444", idempotencyKey: "mine" });
    const hidden = await insertOne(temp.store, {
      ...tuple,
      text: "secretly",
      visibility: "sensitive",
      sourceAgent: "ana",
    });
    const { contentHash = "" } = one;
    const { nearHash, twinHash } = claim({ text: one.text });

    const found = async (lookup: Partial<IdentityLookup>): Promise<number[]> =>
      (await temp.store.claims.findIdentityMatches({ ...nothing, ...lookup })).map((match) => match.claim.id);

    expect(await found({})).toEqual([]);
    expect(await found({ idempotencyKeys: ["mine", contentHash] })).toEqual([one.id, twin.id]);
    expect(await found({ contentHashes: [contentHash] })).toEqual([one.id]);
    expect(await found({ nearHashes: [nearHash] })).toEqual([one.id]);
    expect(await found({ twinHashes: [twinHash] })).toEqual([one.id, twin.id]);
    expect(await found({ tuples: [tuple] })).toEqual([one.id, hidden.id]);
    expect(await found({ contentHashes: [contentHash], twinHashes: [twinHash], tuples: [tuple] })).toEqual([
      one.id,
      twin.id,
      hidden.id,
    ]);
  });

  it("finds a content hash with and without its number", async () => {
    await using temp = await tempStore();
    const { contentHash = "" } = await insertOne(temp.store);
    await insertOne(temp.store, {
      contentHash: `${contentHash}~2`,
      idempotencyKey: `${contentHash}~2`,
      humanId: "mm-0002",
      uid: "u2",
    });

    const matches = await temp.store.claims.findIdentityMatches({ ...nothing, contentHashes: [contentHash] });

    expect(matches.map((match) => match.claim.contentHash)).toEqual([contentHash, `${contentHash}~2`]);
    expect(matches[0]).toMatchObject({ nearHash: claim().nearHash, twinHash: claim().twinHash });
  });

  it("takes the newest of many twins, and the confirmed one of many tuples", async () => {
    await using temp = await tempStore();
    const tuple = { subject: "backup", predicate: "took" };
    const many = Array.from({ length: 150 }, (_, day) =>
      claim({ ...tuple, text: `The backup of day ${day} took ${day} seconds`, humanId: `mm-0000~${day + 2}` }),
    );
    const stored = await temp.store.claims.insert(many);
    await temp.store.claims.update(1, 1, { status: "confirmed", updatedAt: AT });

    const twins = await temp.store.claims.findIdentityMatches({ ...nothing, twinHashes: [many[0]?.twinHash ?? ""] });
    const tuples = await temp.store.claims.findIdentityMatches({ ...nothing, tuples: [tuple] });

    expect(twins.map(({ claim: { id } }) => id)).toEqual(ids(stored).slice(-100));
    expect(tuples.map(({ claim: { id } }) => id)).toEqual([1, ...ids(stored).slice(-100)]);
  });

  it("answers a look-up of thousands of keys", async () => {
    await using temp = await tempStore();
    const { idempotencyKey = "", id } = await insertOne(temp.store);
    const idempotencyKeys = [...Array.from({ length: 5000 }, (_, index) => `key-${index}`), idempotencyKey];

    const matches = await temp.store.claims.findIdentityMatches({ ...nothing, idempotencyKeys });

    expect(matches.map((match) => match.claim.id)).toEqual([id]);
  });

  it("tells the greatest number of each human id in tenant and scope", async () => {
    await using temp = await tempStore();
    const here = { tenantId: undefined, scope: "project:demo", visibility: "public", sourceAgent: "x" } as const;
    const named = (humanId: string, more: Partial<NewClaim> = {}) =>
      insertOne(temp.store, { text: `${humanId} ${JSON.stringify(more)}`, humanId, ...more });
    await named("mm-aaaa");
    await named("mm-bbbb");
    for (const number of [2, 9, 10]) await named(`mm-bbbb~${number}`);
    await named("mm-cccc", { visibility: "private", sourceAgent: "ana" });
    await named("mm-dddd", { scope: "project:other" });
    await named("mm-eeee", { tenantId: "acme" });

    const taken = await temp.store.claims.takenHumanIds(here, [
      "mm-aaaa",
      "mm-bbbb",
      "mm-cccc",
      "mm-dddd",
      "mm-eeee",
      "mm-1234",
    ]);

    expect(taken).toEqual(
      new Map([
        ["mm-aaaa", 1],
        ["mm-bbbb", 10],
        ["mm-cccc", 1],
      ]),
    );
  });
});
