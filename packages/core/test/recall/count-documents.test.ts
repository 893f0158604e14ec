import { expect, test } from "vitest";

import { LOCAL_OPERATOR, viewerOf } from "../../src/access/authority.ts";
import type { SearchStore } from "../../src/ports/search-store.ts";
import { countDocuments } from "../../src/recall/count-documents.ts";

const viewer = viewerOf(LOCAL_OPERATOR);
const MINUTE_MS = 60_000;

/** An index whose counts can be changed, and the terms it was asked to count. */
function openIndex(documents: Record<string, number>) {
  const asked: string[][] = [];
  const search: SearchStore = {
    termCounts: async (_, terms, cap) => {
      asked.push([...terms]);
      const counts = terms.map((term) => [term, Math.min(documents[term] ?? 0, cap)] as const);
      return new Map(counts.filter(([, count]) => count > 0));
    },
    candidates: async () => [],
    indexStats: async () => ({ claims: 100_000, terms: 2_000_000 }),
  };
  return { search, documents, asked };
}

test("counts of common words are kept for a minute, all others are read anew", async () => {
  const { search, documents, asked } = openIndex({ deploy: 30_000, zxqv: 3 });
  const count = async (nowMs: number): Promise<unknown> =>
    Object.fromEntries(await countDocuments(search, ["deploy", "zxqv", "none"], { viewer, cap: 5_001, nowMs }));

  const first = await count(0);
  Object.assign(documents, { deploy: 10, zxqv: 4, none: 1 });
  const second = await count(MINUTE_MS - 1);
  const third = await count(MINUTE_MS);

  expect([first, second, third]).toEqual([
    { deploy: 5_001, zxqv: 3 },
    { deploy: 5_001, zxqv: 4, none: 1 },
    { deploy: 10, zxqv: 4, none: 1 },
  ]);
  expect(asked).toEqual([
    ["deploy", "zxqv", "none"],
    ["zxqv", "none"],
    ["deploy", "zxqv", "none"],
  ]);
});

test("a kept count serves smaller caps and never a greater one", async () => {
  const { search, asked } = openIndex({ deploy: 30_000 });
  const count = async (cap: number): Promise<number | undefined> =>
    (await countDocuments(search, ["deploy"], { viewer, cap, nowMs: 0 })).get("deploy");

  expect([await count(5_001), await count(20_001), await count(5_001)]).toEqual([5_001, 20_001, 5_001]);
  expect(asked).toHaveLength(2);
});

test("in a tenant nobody is told what another caller's claims count", async () => {
  const { search, asked } = openIndex({ deploy: 30_000 });
  const acme = { tenantId: "acme", agent: "ana", grantedScopes: ["user"] };
  const others = [{ tenantId: "umbrella" }, { agent: "luis" }, { grantedScopes: ["global"] }];
  const callers = [acme, ...others.map((other) => ({ ...acme, ...other })), acme];
  for (const caller of callers) {
    await countDocuments(search, ["deploy"], { viewer: { ...viewer, ...caller }, cap: 5_001, nowMs: 0 });
  }

  expect(asked).toHaveLength(callers.length - 1);
});

test("nothing that was counted before the content was replaced is used after", async () => {
  const { search, asked } = openIndex({ deploy: 30_000 });
  for (const generation of [undefined, undefined, "restored", "restored", "restored again"]) {
    await countDocuments(search, ["deploy"], { viewer, cap: 5_001, nowMs: 0, generation });
  }

  expect(asked).toEqual([["deploy"], ["deploy"], ["deploy"]]);
});
