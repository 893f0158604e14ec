import type { Memory, Store } from "@memorymaster/core";
import { expect } from "vitest";
import { append, AT, eventsOf, EVERYTHING, getOne, insertOne, insertTexts, OPERATOR, proposal } from "../records.ts";
import { payloadOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { UPKEEP } from "../requirements/upkeep.ts";

const ANA = { actor: "ana" };
const NO_ISSUES = {
  orphanEvents: [],
  orphanCitations: [],
  supersededWithoutReplacement: [],
  danglingReplacedBy: [],
  danglingSupersedes: [],
  oneSidedSupersession: [],
  statusDiffers: [],
};
const BOUNDS = { coreSince: "2026-01-01T00:00:00+00:00", peripheralUntil: "2025-10-01T00:00:00+00:00" };
/** Just inside and just outside of each bound. */
const AGES = [
  "2026-01-01T00:00:01+00:00",
  "2026-01-01T00:00:00+00:00",
  "2025-10-01T00:00:01+00:00",
  "2025-10-01T00:00:00+00:00",
];

/** A public and a private claim of each age; the oldest public one is archived. */
async function insertAges(store: Store): Promise<void> {
  for (const createdAt of AGES) {
    for (const visibility of ["public", "private"] as const) {
      await insertOne(store, { text: `alpha ${createdAt}`, createdAt, visibility, sourceAgent: "ana" });
    }
  }
  await store.claims.update(7, 1, { status: "archived", updatedAt: AT });
}

/** Some of every kind of change. */
async function live({ claims, governance }: Memory): Promise<void> {
  await claims.ingest({ text: "CI runs on Jenkins", subject: "ci", predicate: "runs on", objectValue: "Jenkins" });
  await claims.ingest({ text: "CI runs on Buildkite", subject: "ci", predicate: "runs on", objectValue: "Buildkite" });
  await claims.ingest({ text: "Backups run at night" });
  await claims.ingest({ text: "The quokka sleeps" });
  await claims.transition(1, "superseded", { replacedBy: 2 });
  await claims.transition(3, "superseded", { replacedBy: 2 });
  await claims.archive([3], ANA);
  await claims.redact(4, { ...ANA, mode: "redact" });
  await governance.resolve({ ...ANA, action: "reject", claim: 1 });
}

export const upkeepTests: AreaTests<typeof UPKEEP> = {
  "upkeep.sound": async ({ store, memory }) => {
    await live(memory());

    for (const full of [false, true]) {
      expect(await store.upkeep.checkIndex(full)).toEqual({
        checked: 2,
        structure: undefined,
        missing: [],
        leftover: [],
        changed: [],
        countsMatch: true,
      });
    }
    expect(await store.upkeep.findRowIssues(100)).toEqual(NO_ISSUES);
    const report = await memory().upkeep.check({ full: true });
    expect([report.ok, report.failures, report.chain?.valid]).toEqual([true, [], true]);
    expect(report.reconcile).toEqual({ rows: NO_ISSUES, transitions: [], openProposals: [] });
    expect(await memory().upkeep.repairRows()).toEqual([]);
  },

  "upkeep.index": async ({ store, memory }) => {
    await live(memory());
    const state = async () => [
      await store.search.indexStats(),
      await store.search.termCounts(OPERATOR, ["ci", "jenkin", "jenkins", "backup", "quokka"], 9),
      (await memory().recall.query({ queryText: "ci jenkins buildkite backups quokka" })).rows,
    ];
    const before = await state();

    expect([await store.upkeep.repairIndex(), await memory().upkeep.repairIndex()]).toEqual([2, 2]);

    expect(await state()).toEqual(before);
    expect((await memory().upkeep.check({ parts: ["index"] })).ok).toBe(true);
  },

  "upkeep.rows": async ({ store }) => {
    await insertTexts(store, "alone", "one-sided", "replacement", "told otherwise", "told so");
    await append(
      store,
      ...[4, 5].map(
        (claimId) => ({ claimId, eventType: "ingest", toStatus: "candidate", payload: { citation_count: 1 } }) as const,
      ),
    );
    await store.claims.update(1, 1, { status: "superseded", updatedAt: AT });
    await store.claims.update(2, 1, { status: "superseded", replacedByClaimId: 3, updatedAt: AT });
    await store.claims.update(4, 1, { status: "conflicted", updatedAt: AT });

    expect(await store.upkeep.findRowIssues(100)).toEqual({
      ...NO_ISSUES,
      supersededWithoutReplacement: [1],
      oneSidedSupersession: [2],
      statusDiffers: [4],
    });
    expect(await store.upkeep.findRowIssues(0)).toEqual(NO_ISSUES);
  },

  "upkeep.fix": async ({ store, memory }) => {
    await insertTexts(store, "one", "two", "replacement", "four", "five");
    await store.claims.update(1, 1, { status: "superseded", replacedByClaimId: 3, updatedAt: AT });
    await store.claims.update(2, 1, { status: "superseded", replacedByClaimId: 3, updatedAt: AT });
    await store.claims.update(4, 1, { status: "superseded", updatedAt: AT });
    await store.claims.update(5, 1, { supersedesClaimId: 4, updatedAt: AT });
    const issues = await store.upkeep.findRowIssues(100);
    expect(issues.oneSidedSupersession).toEqual([1, 2, 4]);

    const actions = await memory().upkeep.repairRows();

    expect(actions).toEqual([{ action: "completed_supersession", ids: [1, 2, 4] }]);
    expect(await store.upkeep.fixRowIssues(issues)).toEqual(NO_ISSUES);
    expect(await store.upkeep.findRowIssues(100)).toEqual(NO_ISSUES);
    expect((await getOne(store, 3)).supersedesClaimId).toBe(1);
    expect((await getOne(store, 4)).replacedByClaimId).toBe(5);
    expect(await store.links.listOf(2, "supersedes")).toMatchObject([{ sourceId: 3, targetId: 2 }]);
    expect((await eventsOf(store)).map(({ claimId, details }) => [claimId, details])).toEqual(
      [1, 2, 4].map((id) => [id, "integrity_completed_supersession"]),
    );
  },

  "upkeep.anchors": async ({ store }) => {
    const anchor = { name: "latest", eventCount: 1, headId: 1, headHash: "ab".repeat(32), recordedAt: AT };
    await store.upkeep.recordAnchor(anchor);
    await store.upkeep.recordAnchor({ ...anchor, name: "a snapshot" });
    await store.upkeep.recordAnchor({ ...anchor, eventCount: 2, headId: 7 });

    expect(await store.upkeep.anchors()).toEqual([
      { ...anchor, name: "a snapshot" },
      { ...anchor, eventCount: 2, headId: 7 },
    ]);
  },

  "upkeep.truncated": async ({ store, memory }) => {
    await live(memory());
    const { head = "", headId = 0, events } = await memory().events.verify();
    const anchor = { name: "latest", eventCount: events, headId, headHash: head, recordedAt: AT };
    const reasons = async () => (await memory().events.verify()).issues.map(({ reason }) => reason);

    await store.upkeep.recordAnchor(anchor);
    expect(await reasons()).toEqual([]);
    await append(store, {});
    expect(await reasons()).toEqual([]);
    await store.upkeep.recordAnchor({ ...anchor, eventCount: events + 5, headId: headId + 5 });
    expect(await reasons()).toEqual(["truncated_chain"]);
    await store.upkeep.recordAnchor({ ...anchor, headHash: "ab".repeat(32) });

    expect(await reasons()).toEqual(["truncated_chain"]);
  },

  "upkeep.proposals": async ({ store, memory }) => {
    await insertTexts(store, "one", "two");
    await append(store, proposal("stale", 1), proposal("conflicted", 1, { related_claim_id: 2 }));
    const [first, second] = await store.proposals.listAll();
    if (first === undefined || second === undefined) return expect.unreachable();
    await store.proposals.replaceAll([{ ...first, kind: "conflicted" }]);

    const report = await memory().upkeep.check();
    const actions = await memory().upkeep.repairRows();

    expect(report.ok).toBe(false);
    expect(report.reconcile?.openProposals).toEqual([
      { eventId: 1, reason: "changed" },
      { eventId: 2, reason: "missing" },
    ]);
    expect(actions).toEqual([{ action: "rebuilt_open_proposals", ids: [1, 2] }]);
    expect(await store.proposals.listAll()).toEqual([first, second]);
    const [last] = (await eventsOf(store)).slice(-1);
    expect([last?.eventType, payloadOf(last)]).toEqual(["system", { ids: [1, 2] }]);
  },

  "upkeep.tiers": async ({ store, memory, clock }) => {
    await insertAges(store);
    const luis = { ...OPERATOR, agent: "luis" };

    expect(await store.claims.recomputeTiers(luis, BOUNDS)).toEqual({ core: 1, working: 0, peripheral: 0 });
    expect(await store.claims.recomputeTiers(OPERATOR, BOUNDS)).toEqual({ core: 1, working: 0, peripheral: 1 });
    expect(await store.claims.recomputeTiers(OPERATOR, BOUNDS)).toEqual({ core: 0, working: 0, peripheral: 0 });
    const claims = await store.claims.getMany(EVERYTHING, [1, 2, 3, 4, 5, 6, 7, 8], false);
    expect(claims.map(({ tier }) => tier).join(" ")).toBe(`core core${" working".repeat(5)} peripheral`);
    expect(claims.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1, 1, 2, 1]);
    clock.advance(200 * 86_400_000);

    expect(await memory().claims.recomputeTiers()).toEqual({ core: 0, working: 0, peripheral: 6 });
    expect(await eventsOf(store)).toEqual([]);
  },

  "upkeep.tiers.used": async ({ store, another }) => {
    await insertAges(store);
    const rows = await store.dump.read("claims", undefined, 100);
    const uses: Readonly<Record<number, number>> = { 5: 6, 6: 5, 8: 1 };
    const { store: used } = await another();
    await used.dump.write(
      "claims",
      rows.map((row) => ({ ...row, access_count: uses[Number(row["id"])] ?? 0 })),
    );

    expect(await used.claims.recomputeTiers(OPERATOR, BOUNDS)).toEqual({ core: 3, working: 0, peripheral: 0 });
    const claims = await used.claims.getMany(EVERYTHING, [5, 6, 8], false);

    expect(claims.map(({ tier, accessCount }) => [tier, accessCount])).toEqual([
      ["core", 6],
      ["working", 5],
      ["working", 1],
    ]);
  },
};
