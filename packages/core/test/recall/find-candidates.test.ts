import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IndexStats, SearchStore } from "../../src/ports/search-store.ts";
import { selectQuery } from "../../src/recall/find-candidates.ts";
import { queryGroups } from "../../src/recall/query-groups.ts";
import { DOCUMENT_COUNT_CAP, MAX_POSTINGS, selectGroups } from "../../src/recall/select-groups.ts";
import { EVERYTHING } from "../support/open-context.ts";

const WORDS = ["alpha", "bravo", "staging", "deployments", "src/app.ts", "port", "zxqv"] as const;
type Counts = Readonly<Partial<Record<(typeof WORDS)[number], number>>>;

const QUERY = WORDS.join(" ");
const GROUPS = queryGroups(QUERY);

/** Documents of each term; every word of the query has the count of its place, each of its terms a little less. */
function documentsOf(counts: Counts): ReadonlyMap<string, number> {
  const list = WORDS.map((word) => counts[word] ?? 0);
  return new Map(
    GROUPS.flatMap(({ terms }, place) =>
      terms.map((term, index) => [term, Math.max(0, (list[place % list.length] ?? 0) - index)] as const),
    ),
  );
}

function capped(documents: ReadonlyMap<string, number>, cap: number): ReadonlyMap<string, number> {
  return new Map([...documents].filter(([, count]) => count > 0).map(([term, count]) => [term, Math.min(count, cap)]));
}

/** An index with these counts that notes how far it was asked to count. */
function countingIndex(documents: ReadonlyMap<string, number>, stats: IndexStats) {
  const caps: number[] = [];
  const search: SearchStore = {
    termCounts: async (_, terms, cap) => {
      caps.push(cap);
      return capped(new Map([...documents].filter(([term]) => terms.includes(term))), cap);
    },
    candidates: async () => [],
    indexStats: async () => stats,
  };
  return { caps, search };
}

async function capsFor(counts: Counts): Promise<readonly number[]> {
  const { caps, search } = countingIndex(documentsOf(counts), { claims: 100_000, terms: 2_000_000 });
  await selectQuery({ search, nowMs: 0 }, EVERYTHING, QUERY);
  return caps;
}

const FEW = MAX_POSTINGS + 1;

describe("selectQuery", () => {
  it.each<[string, Counts, readonly number[]]>([
    ["no word is in any claim", {}, [FEW]],
    ["one word is rare", { alpha: 1, bravo: 90_000 }, [FEW]],
    ["one word just fits the postings of a query", { alpha: MAX_POSTINGS, bravo: 90_000 }, [FEW]],
    ["every word is in more claims than that", { alpha: MAX_POSTINGS + 1, bravo: 90_000 }, [FEW, DOCUMENT_COUNT_CAP]],
  ])("counts exactly only where no word is rare: %s", async (_, counts, caps) => {
    expect(await capsFor(counts)).toEqual(caps);
  });

  it("asks for nothing when the query has no word", async () => {
    const { caps, search } = countingIndex(new Map(), { claims: 10, terms: 100 });

    expect([(await selectQuery({ search, nowMs: 0 }, EVERYTHING, "the of")).groups, caps]).toEqual([[], []]);
  });

  it("selects and weighs the words as with exact counts", async () => {
    const documents = fc.oneof(fc.constant(0), fc.nat(60), fc.nat(6_000), fc.integer({ min: 4_900, max: 25_000 }));
    const counts = fc.record(Object.fromEntries(WORDS.map((word) => [word, documents])));
    await fc.assert(
      fc.asyncProperty(counts, fc.nat(200_000), async (given: Counts, more) => {
        const known = documentsOf(given);
        const stats = { claims: Math.max(...known.values()) + more, terms: 1_000_000 };
        const { search } = countingIndex(known, stats);

        const selected = await selectQuery({ search, nowMs: 0 }, EVERYTHING, QUERY);

        expect(selected).toEqual(selectGroups(GROUPS, capped(known, DOCUMENT_COUNT_CAP), stats));
      }),
      { numRuns: 500 },
    );
  });
});
