import { describe, expect, test } from "vitest";

import type { RedactRequest } from "../../src/memory-types.ts";
import { redactClaim } from "../../src/redaction/redact-claim.ts";
import { redactionToWire } from "../../src/redaction/wire.ts";
import { indexUnavailable } from "../../src/vector/index-unavailable.ts";
import { createMemoryVectorIndex } from "../../src/vector/memory-index.ts";
import { openContext, seedOne } from "../support/open-context.ts";
import { indexed, openVectors } from "./vector-steps.ts";

const ERASE: RedactRequest = { mode: "erase", actor: "ana" };

describe("redacting a claim that an index may hold", () => {
  test("says nothing of an index where there is none", async () => {
    const context = openContext();
    const { id } = await seedOne(context);

    const result = await redactClaim(context, id, ERASE);

    expect(result).toMatchObject({ vector: undefined, warnings: [] });
    expect(redactionToWire(result).vector).toBeNull();
  });

  test("is pending where another process has the index", async () => {
    const context = openContext();
    const { id } = await seedOne(context);
    await context.store.vectors.register("qdrant");

    const result = await redactClaim(context, id, ERASE);

    expect(result).toMatchObject({ vector: "pending", warnings: ["vector_pending"] });
  });

  test("is pending while an index that this process has not opened may hold it too", async () => {
    const bench = await openVectors();
    const [first, second] = await indexed(bench, 2);
    const { store } = bench.context;
    const redact = (id = 0) => redactClaim(bench.context, id, ERASE);

    const alone = await redact(first?.id);
    await store.vectors.register("qdrant");
    const beside = await redact(second?.id);

    expect(alone).toMatchObject({ vector: "deleted", warnings: [] });
    expect(beside).toMatchObject({ vector: "pending", warnings: ["vector_pending"] });
    expect(await bench.index.count({ storeId: await store.vectors.storeId() })).toBe(0);
  });

  test("is pending where the server does not even know of collections", async () => {
    const unknown = () => Promise.reject(indexUnavailable("collection_missing"));
    const bench = await openVectors({ index: ({ admin }) => ({ admin: admin && { ...admin, list: unknown } }) });
    const { id } = await seedOne(bench.context);

    expect((await redactClaim(bench.context, id, ERASE)).vector).toBe("pending");
  });

  test("leaves the point while the claim keeps its words", async () => {
    const bench = await openVectors();
    const [claim] = await indexed(bench, 1);

    const result = await redactClaim(bench.context, claim?.id ?? 0, { ...ERASE, claim: false });

    expect(result).toMatchObject({ changed: true, vector: undefined });
    expect(await bench.index.count({ storeId: await bench.context.store.vectors.storeId() })).toBe(1);
  });

  test("tries again when it is asked for again", async () => {
    let isDown = true;
    const bench = await openVectors({
      index: (inner) => ({
        admin: undefined,
        delete: (refs, options) => (isDown ? Promise.reject(new TypeError("down")) : inner.delete(refs, options)),
      }),
    });
    const [claim] = await indexed(bench, 1);

    const first = await redactClaim(bench.context, claim?.id ?? 0, ERASE);
    isDown = false;
    const second = await redactClaim(bench.context, claim?.id ?? 0, ERASE);

    expect([first.changed, first.vector]).toEqual([true, "pending"]);
    expect([second.changed, second.vector]).toEqual([false, "deleted"]);
  });

  test("is done where the index was never filled, and pending where it failed in part", async () => {
    const unfilled = createMemoryVectorIndex();
    const empty = await openVectors({ index: () => ({ admin: undefined, delete: (refs) => unfilled.delete(refs) }) });
    const partly = await openVectors({
      index: () => ({
        admin: undefined,
        delete: async (refs) => ({
          ok: [],
          failed: refs.map(({ claimUid }) => ({ claimUid, code: "server", retryable: true })),
        }),
      }),
    });
    const outcomes: unknown[] = [];
    for (const { context } of [empty, partly]) {
      const { id } = await seedOne(context);
      outcomes.push((await redactClaim(context, id, ERASE)).vector);
    }

    expect(outcomes).toEqual(["deleted", "pending"]);
  });
});
