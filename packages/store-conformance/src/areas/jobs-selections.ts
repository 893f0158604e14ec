import type { ClaimFilter } from "@memorymaster/core";
import { cleanCitation, newClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { AT, EVERYTHING, getOne, idsOf, insertOne, insertTexts, OPERATOR } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { JOBS } from "../requirements/jobs.ts";
import { ANA, change, EARLIER, JUST_AFTER, LATER, MUCH_LATER, selected } from "./jobs-support.ts";

type Selections = Pick<
  typeof JOBS,
  | "jobs.select.order"
  | "jobs.select.filter"
  | "jobs.select.types"
  | "jobs.select.changed"
  | "jobs.select.after"
  | "jobs.select.evidence"
  | "jobs.visible"
  | "jobs.unchecked.order"
  | "jobs.unchecked.kinds"
>;

const FILE = cleanCitation({ source: "docs/ops.md", kind: "file" });
const URL = cleanCitation({ source: "https://docs.example.com/ops", kind: "url" });
const NOTE = cleanCitation({ source: "a talk", kind: "other" });

export const selectionTests: AreaTests<Selections> = {
  "jobs.select.order": async ({ store }) => {
    await insertTexts(store, "one", "two", "three", "four", "five");
    await change(store, 2, { lastValidatedAt: MUCH_LATER, updatedAt: MUCH_LATER });
    await change(store, 4, { lastValidatedAt: EARLIER, updatedAt: LATER });
    await change(store, 5, { lastValidatedAt: EARLIER, updatedAt: EARLIER });

    expect(await selected(store, { order: "newest" })).toEqual([5, 4, 3, 2, 1]);
    expect(await selected(store, { order: "oldest" })).toEqual([1, 2, 3, 4, 5]);
    expect(await selected(store, { order: "least_recently_validated" })).toEqual([1, 3, 4, 5, 2]);
    expect(await selected(store, { order: "least_recently_changed" })).toEqual([5, 1, 3, 4, 2]);
    expect(await selected(store, { order: "least_recently_validated", limit: 3 })).toEqual([1, 3, 4]);
    expect(await selected(store, { order: "least_recently_changed", limit: 1 })).toEqual([5]);
  },

  "jobs.select.filter": async ({ store, memory }) => {
    await insertTexts(store, "one", "two", "three", "four");
    await insertOne(store, { text: "five", scope: "user", confidence: 0.2, validUntil: EARLIER });
    await change(store, 1, { status: "confirmed", pinned: true });
    await change(store, 2, { status: "stale" });
    await memory().claims.redact(4, { actor: "ana", mode: "erase" });
    const held = (filter: ClaimFilter): Promise<readonly number[]> => selected(store, { filter });

    expect(await held({ statuses: ["candidate"] })).toEqual([3, 4, 5]);
    expect(await held({ statuses: ["stale", "confirmed"] })).toEqual([1, 2]);
    expect(await selected(store, { filter: { statuses: ["candidate"] }, order: "newest" })).toEqual([5, 4, 3]);
    expect(await held({ statuses: [] })).toEqual([]);
    expect(await held({ scopes: ["user"] })).toEqual([5]);
    expect(await held({ ids: [3, 1, 99] })).toEqual([1, 3]);
    expect(await held({ pinned: false })).toEqual([2, 3, 4, 5]);
    expect(await held({ hasWords: false })).toEqual([4]);
    expect(await held({ confidenceBelow: 0.5 })).toEqual([5]);
    expect(await held({ validAt: AT })).toEqual([1, 2, 3, 4]);
    expect(await held({ statuses: ["candidate"], hasWords: true, validAt: AT })).toEqual([3]);
  },

  "jobs.select.types": async ({ store }) => {
    for (const [at, claimType] of ["fact", "observation", "skill", undefined].entries()) {
      await insertOne(store, { text: `Fact ${at}`, claimType });
    }

    expect(await selected(store, { withoutTypes: ["observation"] })).toEqual([1, 3, 4]);
    expect(await selected(store, { withoutTypes: ["observation", "fact", "skill"], order: "newest" })).toEqual([4]);
    expect(await selected(store, { withoutTypes: ["Observation", "fac"] })).toEqual([1, 2, 3, 4]);
    expect(await selected(store, { withoutTypes: [] })).toEqual([1, 2, 3, 4]);
  },

  "jobs.select.changed": async ({ store }) => {
    await insertTexts(store, "one", "two", "three");
    await change(store, 2, { pinned: true, updatedAt: EARLIER });
    await change(store, 3, { pinned: true, updatedAt: JUST_AFTER });

    expect(await selected(store, { changedBefore: AT })).toEqual([2]);
    expect(await selected(store, { changedBefore: JUST_AFTER })).toEqual([1, 2]);
    expect(await selected(store, { changedBefore: LATER, withoutTypes: ["fact"], filter: { pinned: true } })).toEqual([
      2, 3,
    ]);
  },

  "jobs.select.after": async ({ store }) => {
    await insertTexts(store, "one", "two", "three", "four", "five");
    await change(store, 3, { status: "archived" });
    const filter = { statuses: ["candidate"] } as const;
    const down = (afterId?: number): Promise<readonly number[]> =>
      selected(store, { filter, order: "newest", limit: 2, afterId });
    const up = (afterId?: number): Promise<readonly number[]> => selected(store, { filter, limit: 2, afterId });

    expect([await down(), await down(4), await down(1)]).toEqual([[5, 4], [2, 1], []]);
    expect([await up(), await up(2), await up(5)]).toEqual([[1, 2], [4, 5], []]);
    expect(await up(3)).toEqual([4, 5]);
    expect(await selected(store, { limit: 0 })).toEqual([]);
  },

  "jobs.select.evidence": async ({ store }) => {
    await insertOne(store, { text: "one", citations: [FILE, URL] });
    await insertOne(store, { text: "two", citations: [NOTE] });

    const claims = await store.jobs.select(OPERATOR, { filter: {}, order: "newest", limit: 10 });

    expect(claims).toEqual([await getOne(store, 2), await getOne(store, 1)]);
    expect(claims.map(({ citations }) => citations.map(({ source }) => source))).toEqual([
      [NOTE.source],
      [FILE.source, URL.source],
    ]);
  },

  "jobs.visible": async ({ store }) => {
    const given = [
      { tenantId: "acme" },
      { tenantId: "acme", visibility: "private", sourceAgent: "ana" },
      { tenantId: "acme", visibility: "private", sourceAgent: "luis" },
      { tenantId: "acme", visibility: "sensitive", sourceAgent: "ana" },
      { tenantId: "acme", scope: "user" },
      { tenantId: "other" },
      {},
    ] as const;
    for (const [at, fields] of given.entries()) {
      for (const objectValue of ["a", "b"]) {
        const text = `Fact ${at} ${objectValue}`;
        const tuple = { subject: "api", predicate: `port ${at}`, objectValue };
        const { id } = await insertOne(store, { text, humanId: newClaim({ text }).humanId, ...tuple, ...fields });
        await change(store, id, { status: objectValue === "a" ? "confirmed" : "stale" });
      }
    }
    const decay = { untouchedSince: { low: AT, medium: AT, high: AT }, now: LATER, limit: 50 };
    const confirmed = { statuses: ["confirmed"] } as const;
    const seenBy = async (viewer: typeof OPERATOR): Promise<readonly (readonly number[])[]> => [
      await selected(store, { filter: confirmed }, viewer),
      idsOf(await store.jobs.selectDecaying(viewer, decay)),
      await store.jobs.selectUnchecked(viewer, { filter: confirmed, kinds: ["file"], limit: 50 }),
      (await store.jobs.findRivals(viewer, ["confirmed", "stale"], 50)).flatMap(([first]) => first?.id ?? []),
    ];

    const four = <Value>(value: Value): readonly Value[] => [value, value, value, value];
    expect(await seenBy(EVERYTHING)).toEqual(four([1, 3, 5, 7, 9, 11, 13]));
    expect(await seenBy(OPERATOR)).toEqual(four([1, 3, 5, 9, 11, 13]));
    expect(await seenBy(ANA)).toEqual(four([1, 3]));
    expect(await seenBy({ ...ANA, allowSensitive: true })).toEqual(four([1, 3, 7]));
    expect(await seenBy({ ...ANA, grantedScopes: [] })).toEqual(four([]));
  },

  "jobs.unchecked.order": async ({ store }) => {
    for (const text of ["one", "two", "three", "four", "five"]) {
      await insertOne(store, { text, citations: [FILE, FILE] });
    }
    const stamp = (claimId: number, ...times: readonly string[]): Promise<void> =>
      store.jobs.stampCitations(
        times.map((checkedAt, at) => ({ citationId: 2 * claimId - 1 + at, checkStatus: "ok", checkedAt })),
      );
    const unchecked = (limit: number): Promise<readonly number[]> =>
      store.jobs.selectUnchecked(OPERATOR, { filter: {}, kinds: ["file"], limit });

    expect(await unchecked(10)).toEqual([1, 2, 3, 4, 5]);
    await stamp(1, MUCH_LATER);
    await stamp(2, LATER, AT);
    await stamp(3, EARLIER);
    await stamp(4, MUCH_LATER, EARLIER);
    expect(await unchecked(10)).toEqual([1, 3, 5, 4, 2]);
    await stamp(5, AT, MUCH_LATER);
    expect(await unchecked(10)).toEqual([1, 3, 4, 2, 5]);
    expect(await unchecked(3)).toEqual([1, 3, 4]);
  },

  "jobs.unchecked.kinds": async ({ store }) => {
    await insertOne(store, { text: "one", citations: [NOTE, URL] });
    await insertOne(store, { text: "two", citations: [URL, FILE] });
    await insertOne(store, { text: "three", citations: [NOTE] });
    await insertOne(store, { text: "four", citations: [FILE, FILE] });
    await change(store, 4, { status: "confirmed" });
    await store.jobs.stampCitations([{ citationId: 4, checkStatus: "gone", checkedAt: LATER }]);
    const unchecked = (kinds: readonly ("file" | "url" | "commit")[], filter = {}): Promise<readonly number[]> =>
      store.jobs.selectUnchecked(OPERATOR, { filter, kinds, limit: 10 });

    expect(await unchecked(["file"])).toEqual([4, 2]);
    expect(await unchecked(["url", "file"])).toEqual([1, 2, 4]);
    expect(await unchecked(["file", "url"], { statuses: ["candidate"] })).toEqual([1, 2]);
    expect([await unchecked(["commit"]), await unchecked([])]).toEqual([[], []]);
  },
};
