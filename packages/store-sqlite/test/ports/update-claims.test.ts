import { describe, expect, it } from "vitest";
import { AT, failure, insertOne, OPERATOR } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

describe("changing a claim", () => {
  it("writes the fields of the patch and raises the version", async () => {
    await using temp = await tempStore();
    const stored = await insertOne(temp.store, { validUntil: "2030-01-01T00:00:00+00:00" });
    const patch = {
      status: "confirmed",
      pinned: true,
      confidence: 0.9,
      confirmedBy: "ana",
      validUntil: undefined,
      lastValidatedAt: AT,
      updatedAt: AT,
    } as const;

    const updated = await temp.store.claims.update(stored.id, 1, patch);

    expect(updated).toEqual({ ...stored, ...patch, version: 2, citations: [] });
    expect(await temp.store.claims.getMany(OPERATOR, [stored.id], false)).toEqual([updated]);
  });

  it("writes nothing when another writer was first, or the claim is not there", async () => {
    await using temp = await tempStore();
    const { id } = await insertOne(temp.store);
    await temp.store.claims.update(id, 1, { pinned: true, updatedAt: AT });

    expect(await temp.store.claims.update(id, 1, { pinned: false, updatedAt: AT })).toBeUndefined();
    expect(await temp.store.claims.update(99, 1, { pinned: false, updatedAt: AT })).toBeUndefined();
    expect(await temp.store.claims.getMany(OPERATOR, [id], false)).toMatchObject([{ pinned: true, version: 2 }]);
  });

  it("confirms one claim of a tuple in each namespace", async () => {
    await using temp = await tempStore();
    const tuple = { subject: "ci", predicate: "runs on" };
    const one = await insertOne(temp.store, { ...tuple, text: "CI runs on Jenkins", humanId: "mm-0001" });
    const two = await insertOne(temp.store, { ...tuple, text: "CI runs on Buildkite", humanId: "mm-0002" });
    const elsewhere = await insertOne(temp.store, { ...tuple, text: "CI runs on Drone", scope: "project:other" });
    const confirmed = { status: "confirmed", updatedAt: AT } as const;

    await temp.store.claims.update(one.id, 1, confirmed);
    const refused = await failure(temp.store.claims.update(two.id, 1, confirmed));
    await temp.store.claims.update(elsewhere.id, 1, confirmed);

    expect(refused).toEqual({ code: "claim.duplicate", details: { field: "confirmed_tuple" } });
    const read = await temp.store.claims.getMany(OPERATOR, [1, 2, 3], false);
    expect(read.map(({ status, version }) => [status, version])).toEqual([
      ["confirmed", 2],
      ["candidate", 1],
      ["confirmed", 2],
    ]);
  });
});
