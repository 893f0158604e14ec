import type { ClaimStatus, NewClaim, Store } from "@memorymaster/core";
import { newClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { EVERYTHING, getOne, idsOf, insertOne } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { JOBS } from "../requirements/jobs.ts";
import { change } from "./jobs-support.ts";

type Rivals = Pick<
  typeof JOBS,
  "jobs.rivals.objects" | "jobs.rivals.groups" | "jobs.rivals.states" | "jobs.rivals.namespaces"
>;

const PORT = { subject: "api", predicate: "port" };

/** Inserts claims of one tuple that differ as given, each with a text of its own. */
async function insertAll(store: Store, ...given: readonly Partial<NewClaim>[]): Promise<void> {
  for (const [at, fields] of given.entries()) {
    const text = `Fact ${at} ${JSON.stringify(fields)}`;
    await insertOne(store, { text, humanId: newClaim({ text }).humanId, ...PORT, ...fields });
  }
}

async function rivals(
  { jobs }: Store,
  {
    statuses = ["candidate"],
    limit = 20,
  }: { readonly statuses?: readonly ClaimStatus[]; readonly limit?: number } = {},
): Promise<readonly (readonly number[])[]> {
  return (await jobs.findRivals(EVERYTHING, statuses, limit)).map(idsOf);
}

export const rivalTests: AreaTests<Rivals> = {
  "jobs.rivals.objects": async ({ store }) => {
    await insertAll(
      store,
      { objectValue: "8443" },
      { objectValue: "9090" },
      { objectValue: "8443", sourceAgent: "luis" },
      { objectValue: undefined },
      { subject: "shop", objectValue: "8443" },
      { subject: "shop", objectValue: "8443", sourceAgent: "luis" },
      { subject: "shop", objectValue: undefined },
      // As written: another case is another object, and another subject.
      { subject: "cache", objectValue: "Redis" },
      { subject: "cache", objectValue: "redis" },
      { subject: "Cache", objectValue: "valkey" },
      { subject: "queue", predicate: undefined, objectValue: "a" },
      { subject: "queue", predicate: undefined, objectValue: "b" },
      { subject: undefined, objectValue: "a" },
      { subject: undefined, objectValue: "b" },
      // What is joined must not look alike.
      { subject: "a b", predicate: "c", objectValue: "a" },
      { subject: "a", predicate: "b c", objectValue: "b" },
    );

    expect(await rivals(store)).toEqual([
      [1, 2, 3],
      [8, 9],
    ]);
  },

  "jobs.rivals.groups": async ({ store }) => {
    await insertAll(
      store,
      { subject: "zeta", objectValue: "a" },
      { subject: "beta", objectValue: "a" },
      { subject: "beta", objectValue: "b" },
      { subject: "alpha", objectValue: "a" },
      { subject: "alpha", objectValue: "b" },
      { subject: "zeta", objectValue: "b" },
    );

    expect(await rivals(store)).toEqual([
      [1, 6],
      [2, 3],
      [4, 5],
    ]);
    expect(await rivals(store, { limit: 2 })).toEqual([
      [1, 6],
      [2, 3],
    ]);
    const [first] = await store.jobs.findRivals(EVERYTHING, ["candidate"], 1);
    expect(first).toEqual([await getOne(store, 1), await getOne(store, 6)]);
    expect(first?.every(({ citations }) => citations.length === 1)).toBe(true);
  },

  "jobs.rivals.states": async ({ store }) => {
    await insertAll(store, { objectValue: "a" }, { objectValue: "b" }, { objectValue: "c" }, { objectValue: "d" });
    await change(store, 1, { status: "confirmed" });
    await change(store, 3, { status: "archived" });
    await change(store, 4, { status: "conflicted" });

    expect(await rivals(store)).toEqual([]);
    expect(await rivals(store, { statuses: ["confirmed", "candidate"] })).toEqual([[1, 2]]);
    expect(await rivals(store, { statuses: ["confirmed", "candidate", "conflicted"] })).toEqual([[1, 2, 4]]);
    expect(await rivals(store, { statuses: [] })).toEqual([]);
  },

  "jobs.rivals.namespaces": async ({ store }) => {
    const places: readonly Partial<NewClaim>[] = [
      {},
      { scope: "user" },
      { tenantId: "acme" },
      { visibility: "private", sourceAgent: "ana" },
      { visibility: "private", sourceAgent: "luis" },
      { visibility: "sensitive", sourceAgent: "ana" },
      { visibility: "private", sourceAgent: "ana", tenantId: "acme" },
    ];
    await insertAll(store, ...places.map((place, at) => ({ ...place, objectValue: String(at) })));
    expect(await rivals(store)).toEqual([]);

    await insertAll(store, ...places.map((place) => ({ ...place, objectValue: "other" })));

    expect(await rivals(store)).toEqual(places.map((_, at) => [at + 1, at + 1 + places.length]));
  },
};
