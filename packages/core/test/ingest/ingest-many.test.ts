import { describe, expect, it } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { InvalidInputError, StoreError } from "../../src/errors/errors.ts";
import { ingestMany } from "../../src/ingest/ingest-many.ts";
import type { BulkItem, ClaimInput } from "../../src/ingest/types.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { ClaimStore } from "../../src/ports/claim-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { openContext } from "../support/open-context.ts";
import { allClaims, allEvents, ingest, shownRow } from "./ingest-steps.ts";

const itemsOf = (inputs: readonly (string | ClaimInput)[]): BulkItem[] =>
  inputs.map((input, index) => ({ line: index + 1, input: typeof input === "string" ? { text: input } : input }));

const distinctTexts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Fact ${String.fromCodePoint(0x4e00 + index)} holds`);

async function run(context: MemoryContext, inputs: readonly (string | ClaimInput)[]): Promise<readonly unknown[]> {
  const { rows } = await ingestMany(context, itemsOf(inputs));
  return rows.map(shownRow);
}

/** A store whose claim port has some calls replaced. */
const withClaims = (store: Store, replaced: Partial<ClaimStore>): Store => ({
  ...store,
  claims: { ...store.claims, ...replaced },
});

describe("ingestMany", () => {
  it("stores the good lines and reports each bad one under its number", async () => {
    const context = openContext();
    const broken = new InvalidInputError("input.invalid", "no object");
    const items: BulkItem[] = [
      { line: 1, input: { text: "CI runs on Jenkins", holder: "ana", validUntil: "2027-01-01" } },
      { line: 3, error: broken },
      { line: 4, input: { text: " " } },
      { line: 5, input: { text: "Release freeze starts on 15 October" } },
      { line: 7, input: { text: "CI runs on Jenkins" } },
      { line: 8, input: { text: "Release freeze starts on 16 October", supersedes: 99 } },
      { line: 9, input: { text: "Builds happen in Buildkite", supersedes: 1 } },
    ];

    const result = await ingestMany(context, items);

    expect(result).toMatchObject({ total: 7, ingested: 3, deduplicated: 1, rejected: 3 });
    expect(result.rows.map(shownRow)).toEqual([
      [1, 1, false, []],
      [3, "input.invalid"],
      [4, "input.missing"],
      [5, 2, false, []],
      [7, 1, true, []],
      [8, "claim.not_found"],
      [9, 3, false, ["supersession_queued"]],
    ]);
    expect(await allClaims(context)).toMatchObject([
      { holder: "ana", validUntil: "2027-01-01T00:00:00+00:00" },
      {},
      {},
    ]);
  });

  it("takes what comes asynchronously and reports progress after each commit", async () => {
    const context = openContext();
    const done: number[] = [];
    async function* lines(): AsyncGenerator<BulkItem> {
      for (const item of itemsOf(distinctTexts(450))) yield item;
    }

    const { ingested } = await ingestMany(context, lines(), { onProgress: (count) => done.push(count) });

    expect([ingested, done]).toEqual([450, [200, 400, 450]]);
  });

  it("uses a handful of calls for a batch of new claims", async () => {
    const context = openContext();
    const calls: string[] = [];
    const counted = <Port extends object>(port: Port): Port =>
      new Proxy(port, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== "function") return member;
          return (...args: unknown[]): unknown => {
            calls.push(String(name));
            return Reflect.apply(member, target, args);
          };
        },
      });
    const store = { ...context.store, claims: counted(context.store.claims), events: counted(context.store.events) };

    await ingestMany({ ...context, store }, itemsOf(distinctTexts(200)));

    expect(calls).toEqual(["findIdentityMatches", "takenHumanIds", "insert", "append"]);
  });

  it("reads a batch of known claims once", async () => {
    const context = openContext();
    await ingestMany(context, itemsOf(distinctTexts(150)));
    let reads = 0;
    const store = withClaims(context.store, {
      getMany: async (...args) => {
        reads += 1;
        return context.store.claims.getMany(...args);
      },
    });

    const { deduplicated } = await ingestMany({ ...context, store }, itemsOf(distinctTexts(150)));

    expect([deduplicated, reads]).toEqual([150, 1]);
  });

  it("stops between batches when it is told to, and reports what is committed", async () => {
    const context = openContext();
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort() };

    const { total, rows } = await ingestMany(context, itemsOf(distinctTexts(500)), options);

    expect([total, rows.length, (await allClaims(context)).length]).toEqual([200, 200, 200]);
    expect((await ingestMany(context, itemsOf(["x y"]), { signal: stop.signal })).total).toBe(0);
  });

  it("takes secrets out where it is asked to and says in which line", async () => {
    const token = ["ghp", "_", "zQ9xW3kP7m".repeat(4)].join("");

    const refused = await ingestMany(openContext(), itemsOf(["a b", `Use ${token}`]));
    const redacted = await ingestMany(openContext(), itemsOf(["a b", `Use ${token}`]), { onSecret: "redact" });

    expect(refused.rows.map(shownRow)).toEqual([
      [1, 1, false, []],
      [2, "sensitive.content"],
    ]);
    expect(redacted.rows[1]).toMatchObject({ claimId: 2, redactions: ["github_token"] });
  });

  it("refuses a caller who may not write, before reading anything", async () => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, role: "reader" } });

    await expect(ingestMany(context, itemsOf(["a b"]))).rejects.toMatchObject({ code: "access.denied" });
  });

  describe("when the database fails", () => {
    const full = new StoreError("store.unavailable", "disk full");

    it("throws as long as nothing is committed", async () => {
      const context = openContext();
      const store = { ...context.store, transaction: async () => Promise.reject(full) };

      await expect(ingestMany({ ...context, store }, itemsOf(["a b"]))).rejects.toBe(full);
    });

    it("reports later what is committed, and the rest as refused without another try", async () => {
      const context = openContext();
      let transactions = 0;
      const store: Store = {
        ...context.store,
        transaction: async (work) => {
          transactions += 1;
          if (transactions > 1) throw full;
          return context.store.transaction(work);
        },
      };

      const result = await ingestMany({ ...context, store }, itemsOf(distinctTexts(650)));

      expect(result).toMatchObject({ total: 650, ingested: 200, rejected: 450 });
      expect(result.rows.slice(198, 202).map(shownRow)).toEqual([
        [199, 199, false, []],
        [200, 200, false, []],
        [201, "store.unavailable"],
        [202, "store.unavailable"],
      ]);
      expect([transactions, (await allClaims(context)).length]).toEqual([2, 200]);
    });

    it("loses only the claim that the database refuses", async () => {
      const context = openContext();
      const { claims } = context.store;
      const store = withClaims(context.store, {
        insert: async (batch) => {
          if (batch.some(({ text }) => text.startsWith("bad"))) throw new StoreError("store.constraint", "refused");
          return claims.insert(batch);
        },
      });

      const rows = await run({ ...context, store }, ["a b", "bad one", "c d"]);

      expect(rows).toEqual([
        [1, 1, false, []],
        [2, "store.constraint"],
        [3, 2, false, []],
      ]);
    });

    it("keeps the report of what single transactions committed before it failed for good", async () => {
      const context = openContext();
      const { claims } = context.store;
      let transactions = 0;
      const store: Store = {
        ...withClaims(context.store, {
          insert: async (batch) => {
            if (batch.length > 1) throw new StoreError("store.constraint", "refused");
            return claims.insert(batch);
          },
        }),
        transaction: async (work) => {
          transactions += 1;
          if (transactions === 3) throw full;
          return context.store.transaction(work);
        },
      };

      const rows = await run({ ...context, store }, ["a b", "c d", "e f"]);

      expect(rows).toEqual([
        [1, 1, false, []],
        [2, "store.unavailable"],
        [3, "store.unavailable"],
      ]);
    });

    it("takes nothing for stored whose events could not be written", async () => {
      const context = openContext();
      const { events } = context.store;
      const store: Store = {
        ...context.store,
        events: {
          ...events,
          append: async (batch) => {
            if (batch.some(({ claimId }) => claimId === 1)) throw new InvalidInputError("input.invalid", "refused");
            return events.append(batch);
          },
        },
      };

      const rows = await run({ ...context, store }, ["a b", "c d", "C d."]);

      expect(rows.map((row) => (row as unknown[]).slice(1))).toEqual([
        ["input.invalid"],
        ["input.invalid"],
        ["input.invalid"],
      ]);
      expect(await allClaims(context)).toEqual([]);
    });

    it("takes no claim for stored whose transaction was rolled back", async () => {
      const context = openContext();
      const store: Store = {
        ...context.store,
        transaction: async (work) =>
          context.store.transaction(async () => {
            await work();
            throw full;
          }),
      };

      await expect(ingestMany({ ...context, store }, itemsOf(["a b"]))).rejects.toBe(full);
      expect(await allClaims(context)).toEqual([]);
    });
  });

  it("lets another writer win with one key and stores the rest", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    const { claims } = context.store;
    let looks = 0;
    const store = withClaims(context.store, {
      findIdentityMatches: async (lookup) => {
        looks += 1;
        return looks === 1 ? [] : claims.findIdentityMatches(lookup);
      },
      takenHumanIds: async (...of) => (looks === 1 ? new Map() : claims.takenHumanIds(...of)),
    });

    const rows = await run({ ...context, store }, ["a b", "CI runs on Jenkins", "c d"]);

    expect(rows).toEqual([
      [1, 2, false, []],
      [2, 1, true, []],
      [3, 3, false, []],
    ]);
    expect((await allEvents(context)).map(({ claimId, details }) => [claimId, details])).toEqual([
      [1, "claim_ingested"],
      [2, "claim_ingested"],
      [3, "claim_ingested"],
    ]);
  });
});
