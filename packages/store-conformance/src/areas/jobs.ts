import { cleanCitation } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { append, AT, eventsOf, EVERYTHING, getOne, idsOf, insertOne, insertTexts, numbered } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { JOBS } from "../requirements/jobs.ts";
import { decayTests } from "./jobs-decay.ts";
import { rivalTests } from "./jobs-rivals.ts";
import { selectionTests } from "./jobs-selections.ts";
import { LATER, leaseOf, MUCH_LATER, selected } from "./jobs-support.ts";
import { writingTests } from "./jobs-writes.ts";

const ROUNDS = 30;
const MANY = 1_200;

export const jobTests: AreaTests<typeof JOBS> = {
  ...selectionTests,
  ...decayTests,
  ...rivalTests,
  ...writingTests,

  "jobs.lease": async ({ store: { jobs }, peer }) => {
    const other = (await peer()).jobs;
    const [one, two] = [leaseOf("one"), leaseOf("two", MUCH_LATER)];

    expect(await jobs.readLease("cycle")).toBeUndefined();
    expect(await jobs.takeLease("cycle", one, "two")).toBe(false);
    expect(await jobs.takeLease("cycle", one, undefined)).toBe(true);
    expect(await other.readLease("cycle")).toEqual(one);
    expect(await other.takeLease("cycle", two, undefined)).toBe(false);
    expect(await other.takeLease("cycle", two, "three")).toBe(false);
    expect(await jobs.takeLease("cycle", leaseOf("one", MUCH_LATER), "one")).toBe(true);
    expect(await jobs.readLease("cycle")).toEqual(leaseOf("one", MUCH_LATER));
    expect(await other.takeLease("cycle", two, "one")).toBe(true);
    expect(await jobs.takeLease("cycle", one, "one")).toBe(false);
    expect(await jobs.takeLease("backup", one, undefined)).toBe(true);
    expect([await jobs.readLease("cycle"), await jobs.readLease("backup")]).toEqual([two, one]);
  },

  "jobs.lease_race": async ({ store, peer }) => {
    const sides = [store.jobs, (await peer()).jobs];

    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = `cycle ${round}`;
      const race = (prefix: string, instead?: string): Promise<boolean[]> =>
        Promise.all(sides.map((side, at) => side.takeLease(name, leaseOf(`${prefix} ${at}`), instead)));
      const winner = (prefix: string, taken: readonly boolean[]): string => `${prefix} ${taken.indexOf(true)}`;

      const taken = await race("first");
      const first = winner("first", taken);
      expect(await store.jobs.readLease(name)).toEqual(leaseOf(first));
      const over = await race("second", first);
      expect(await store.jobs.readLease(name)).toEqual(leaseOf(winner("second", over)));
      expect([taken, over].map((all) => all.filter(Boolean).length)).toEqual([1, 1]);
    }
  },

  "jobs.lease_drop": async ({ store: { jobs } }) => {
    const one = leaseOf("one");
    for (const name of ["cycle", "backup"]) await jobs.takeLease(name, one, undefined);

    await jobs.dropLease("cycle", "two");
    await jobs.dropLease("never heard of", "one");
    expect(await jobs.readLease("cycle")).toEqual(one);
    await jobs.dropLease("cycle", "one");

    expect([await jobs.readLease("cycle"), await jobs.readLease("backup")]).toEqual([undefined, one]);
    expect(await jobs.takeLease("cycle", leaseOf("two"), "one")).toBe(false);
    expect(await jobs.takeLease("cycle", leaseOf("two"), undefined)).toBe(true);
  },

  "jobs.notes": async ({ store, peer }) => {
    const { jobs } = store;
    expect(await jobs.readNote("decay")).toBeUndefined();
    await jobs.writeNote("decay", "7");
    await jobs.writeNote("dedupe", "…".repeat(5_000));
    await jobs.writeNote("decay", "");
    await store.spool.setLastLine("decay", 3);

    expect(await (await peer()).jobs.readNote("decay")).toBe("");
    expect([await jobs.readNote("dedupe"), await jobs.readNote("dec")]).toEqual(["…".repeat(5_000), undefined]);
    expect(await store.spool.lastLine("decay")).toBe(3);
  },

  "jobs.rolled_back": async ({ store }) => {
    const { jobs } = store;
    const { id, version } = await insertOne(store);
    const before = await getOne(store, id);

    const failing = store.transaction(async () => {
      await jobs.takeLease("cycle", leaseOf("one"), undefined);
      await jobs.writeNote("decay", "7");
      await jobs.writeConfidences([{ id, version, confidence: 0.25, decayedAt: LATER }]);
      await jobs.writeNormalizedTexts([{ id, version, normalizedText: "the api" }]);
      await jobs.stampCitations([{ citationId: 1, checkStatus: "ok", checkedAt: LATER }]);
      expect(await getOne(store, id)).toMatchObject({ confidence: 0.25, normalizedText: "the api" });
      throw new RangeError("rolled back");
    });

    await expect(failing).rejects.toThrow("rolled back");
    expect(await getOne(store, id)).toEqual(before);
    expect([await jobs.readLease("cycle"), await jobs.readNote("decay")]).toEqual([undefined, undefined]);
  },

  "jobs.latest": async ({ store }) => {
    await insertTexts(store, "one", "two", "three");
    await append(
      store,
      { claimId: 1, eventType: "decay", details: "first" },
      { claimId: 2, eventType: "decay", details: "of another" },
      { claimId: 1, eventType: "decay", details: "second" },
      { claimId: 1, eventType: "validator", details: "of another type" },
      { eventType: "decay", details: "of no claim" },
      { claimId: 3, eventType: "validator", details: "not decay" },
    );
    const events = await eventsOf(store);
    const latest = async (...ids: readonly number[]): Promise<readonly unknown[]> =>
      (await store.jobs.latestEvents(ids, "decay")).toSorted((a, b) => a.id - b.id);

    expect(await latest(3, 1, 2, 99)).toEqual([events[1], events[2]]);
    expect(await latest(1)).toEqual([events[2]]);
    expect([await latest(), await latest(3)]).toEqual([[], []]);
  },

  "jobs.many": async ({ store }) => {
    const { jobs } = store;
    const citations = [cleanCitation({ source: "docs/ops.md", kind: "file" })];
    const claims = await store.claims.insert(numbered(MANY, (at) => ({ text: `Fact number ${at}`, citations })));
    const ids = idsOf(claims);
    await append(store, ...ids.map((claimId) => ({ claimId, eventType: "decay" as const })));

    const written = await jobs.writeConfidences(
      claims.map(({ id, version }) => ({ id, version, confidence: id / 10_000, decayedAt: AT })),
    );
    await jobs.writeNormalizedTexts(claims.map(({ id, version }) => ({ id, version, normalizedText: `fact ${id}` })));
    await jobs.stampCitations(
      claims
        .flatMap((claim) => claim.citations)
        .map(({ id: citationId }) => ({
          citationId,
          checkStatus: "ok",
          checkedAt: AT,
        })),
    );

    expect(written.toSorted((a, b) => a - b)).toEqual(ids);
    const all = await jobs.select(EVERYTHING, { filter: { ids }, order: "oldest", limit: 2 * MANY });
    expect(all.map(({ confidence, normalizedText }) => [confidence, normalizedText])).toEqual(
      ids.map((id) => [id / 10_000, `fact ${id}`]),
    );
    expect(all.flatMap((claim) => claim.citations).every(({ checkStatus }) => checkStatus === "ok")).toBe(true);
    expect((await jobs.latestEvents(ids, "decay")).map(({ claimId }) => claimId)).toEqual(ids);
    expect(await selected(store, { filter: { ids }, limit: 3, afterId: 700 })).toEqual([701, 702, 703]);
  },
};
