import { expect, test } from "vitest";

import type { IdentityLookup } from "../../../src/ports/claim-store.ts";
import { cleanClaim, createMemoryStore, newClaim } from "../../../src/testing/index.ts";

test("taken human ids are the greatest suffixes of the scope, whoever owns them", async () => {
  const store = createMemoryStore();
  const claim = (humanId: string, fields: Parameters<typeof newClaim>[0] = {}): ReturnType<typeof cleanClaim> =>
    cleanClaim({ text: `${humanId} ${JSON.stringify(fields)}`, humanId, ...fields });
  await store.claims.insert([
    claim("mm-0001"),
    claim("mm-0001~9"),
    claim("mm-0001~10", { visibility: "private" }),
    claim("mm-0002"),
    claim("mm-0003", { scope: "global" }),
  ]);
  const here = { tenantId: undefined, scope: "project:demo", visibility: "public", sourceAgent: "ana" } as const;

  expect(await store.claims.takenHumanIds(here, ["mm-0001", "mm-0002", "mm-0003"])).toEqual(
    new Map([
      ["mm-0001", 10],
      ["mm-0002", 1],
    ]),
  );
});

test("identity matches share a key, whoever owns them", async () => {
  const store = createMemoryStore();
  await store.claims.insert([
    cleanClaim({ text: "CI runs on Jenkins", contentHash: "hash-f034d8694344250f~2", idempotencyKey: "k1" }),
    cleanClaim({ text: "other", subject: "api", predicate: "port", visibility: "private" }),
    cleanClaim({ text: "third" }),
  ]);
  const none: IdentityLookup = { idempotencyKeys: [], contentHashes: [], nearHashes: [], twinHashes: [], tuples: [] };
  const found = async (lookup: Partial<IdentityLookup>): Promise<number[]> =>
    (await store.claims.findIdentityMatches({ ...none, ...lookup })).map(({ claim }) => claim.id);
  const third = newClaim({ text: "third" });

  expect({
    none: await found({}),
    key: await found({ idempotencyKeys: ["k1"] }),
    content: await found({ contentHashes: ["hash-f034d8694344250f"] }),
    near: await found({ nearHashes: [third.nearHash] }),
    twin: await found({ twinHashes: [third.twinHash] }),
    tuple: await found({ tuples: [{ subject: "api", predicate: "port" }] }),
  }).toEqual({ none: [], key: [1], content: [1], near: [3], twin: [3], tuple: [2] });
});
