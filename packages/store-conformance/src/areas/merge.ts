import { expect } from "vitest";
import { AT, eventsOf, getOne, payloadOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { MERGE } from "../requirements/merge.ts";
import { mergeFileTests } from "./merge-files.ts";
import { mergeLimitTests } from "./merge-limits.ts";
import { mergeRivalTests } from "./merge-rivals.ts";
import {
  ANA,
  BUILDKITE,
  counts,
  elsewhere,
  expectSound,
  exported,
  ingestConfirmed,
  JENKINS,
  merge,
  pieces,
  REPLICA,
  rowsOf,
  standing,
} from "./merge-support.ts";

export const mergeTests: AreaTests<typeof MERGE> = {
  ...mergeFileTests,
  ...mergeLimitTests,
  ...mergeRivalTests,

  "merge.new": async (world) => {
    const other = await elsewhere(world);
    const { claims, links } = other.memory();
    await ingestConfirmed(other.memory(), { ...JENKINS, citations: [{ source: "docs/ci.md", locator: "L3" }] });
    await claims.pin(1, true);
    await claims.ingest({ text: "Ana owns billing", idempotencyKey: "billing" });
    await claims.ingest({ text: "An old note" });
    await claims.archive([3], ANA);
    await links.add(2, 1, "supports");
    await world.memory().claims.ingest({ text: "Backups run at night" });

    const result = await merge(other, world);

    expect([result.scanned, ...counts(result)]).toEqual([3, 2, 0, 1, 0]);
    const [, second, first] = await rowsOf(world, "claims");
    const [there, billing] = await rowsOf(other, "claims");
    const ownBusiness = { id: 3, version: 1, status: "candidate", pinned: false, last_validated_at: null };
    expect(first).toEqual({ ...there, ...ownBusiness });
    expect(second).toEqual({ ...billing, id: 2 });
    expect((await getOne(world.store, 3)).citations).toMatchObject([
      { source: "docs/ci.md", locator: "L3", lineStart: 3 },
    ]);
    expect((await rowsOf(world, "claim_links")).map((row) => [row["source_id"], row["target_id"]])).toEqual([[2, 3]]);
    const events = (await eventsOf(world.store)).filter(({ claimId }) => claimId === 3);
    expect(events.map(({ eventType, toStatus }) => [eventType, toStatus])).toEqual([["sync", "candidate"]]);
    const [origin] = await eventsOf(other.store);
    const { run_id: run, ...payload } = payloadOf(events[0]) as Record<string, unknown>;
    expect(payload).toEqual({ origin: origin?.eventHash, claim_uid: there?.["uid"], new: true, events: 3 });
    expect(run).toMatch(/^[0-9a-f-]{36}$/);
    const { entries } = await world.memory().events.history(3);
    expect(entries.map((entry) => [entry.event.eventType, entry.origin === undefined])).toEqual([
      ["ingest", false],
      ["transition", false],
      ["pin", false],
      ["sync", true],
    ]);
    expect((await world.memory().recall.query({ queryText: "jenkins" })).rows.map(({ claim }) => claim.id)).toEqual([
      3,
    ]);
    await expectSound(world);
  },

  "merge.replica": async (world) => {
    const other = await elsewhere(world);
    const { claims } = other.memory();
    await ingestConfirmed(other.memory(), JENKINS);
    await claims.ingest({ text: "CI runs on Drone" });
    await ingestConfirmed(other.memory(), { ...BUILDKITE, subject: "ci now" });
    for (const old of [1, 2]) await claims.transition(old, "superseded", { replacedBy: 3 });
    await claims.pin(3, true);
    await claims.archive([2], ANA);

    expect(counts(await merge(other, world, REPLICA))).toEqual([3, 0, 0, 0]);

    expect(await standing(world)).toEqual(await standing(other));
    expect(
      (await rowsOf(world, "claim_links")).map((row) => [row["source_id"], row["target_id"], row["link_type"]]),
    ).toEqual([[3, 2, "supersedes"]]);
    expect((await getOne(world.store, 1)).validUntil).toBe((await getOne(other.store, 1)).validUntil);
    await expectSound(world);
  },

  "merge.twice": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(other.memory(), JENKINS);
    await other.memory().claims.ingest({ text: "CI runs on Drone" });
    await other.memory().claims.transition(1, "superseded", { replacedBy: 2 });
    await merge(other, world, REPLICA);
    const before = [await rowsOf(world, "claims"), (await eventsOf(world.store)).length];

    const again = await merge(other, world, REPLICA);
    const asCandidates = await merge(other, world);
    const back = await merge(world, other, REPLICA);
    const copy = await world.another();
    await copy.memory().transfer.importLines(pieces(await exported(world.memory())));
    const ofCopy = await merge(copy, world, REPLICA);

    expect([again, asCandidates, back, ofCopy].map(counts)).toEqual(Array.from({ length: 4 }, () => [0, 0, 2, 0]));
    expect([await rowsOf(world, "claims"), (await eventsOf(world.store)).length]).toEqual(before);
  },

  "merge.there_and_back": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(world.memory(), JENKINS);
    await merge(world, other, REPLICA);
    await other.memory().claims.ingest({ text: "CI runs on Drone" });
    await other.memory().claims.transition(1, "superseded", { replacedBy: 2 });
    await world.memory().claims.pin(1, true);
    await world.memory().claims.ingest({ text: "Backups run at night" });

    await merge(world, other, REPLICA);
    await merge(other, world, REPLICA);

    expect(await standing(world)).toEqual(await standing(other));
    expect((await standing(world))["CI runs on Jenkins"]).toEqual(["superseded", false, undefined, "CI runs on Drone"]);
    for (const side of [world, other]) await expectSound(side);
  },

  "merge.human_ids": async (world) => {
    const other = await elsewhere(world);
    await world.memory().claims.ingest({ text: "CI runs on Jenkins", subject: "ci" });
    await other.memory().claims.ingest({ text: "CI is green", subject: "ci" });
    await other.memory().claims.ingest({ text: "CI is slow", subject: "ci" });

    expect(counts(await merge(other, world))).toEqual([2, 0, 0, 0]);

    const ids = (await rowsOf(world, "claims")).map((row) => String(row["human_id"]));
    const base = ids[0] ?? "";
    expect(ids).toEqual([base, `${base}~2`, `${base}~3`]);
  },

  "merge.matches": async (world) => {
    const other = await elsewhere(world);
    const here = world.memory();
    await here.claims.ingest({ text: "CI runs on Jenkins", idempotencyKey: "ci", citations: [{ source: "a.md" }] });
    await here.claims.ingest({ text: "Ana owns billing", citations: [{ source: "a.md" }] });
    await here.claims.ingest({ text: "Ana owns billing", visibility: "private", sourceAgent: "ana" });
    const there = other.memory();
    await there.claims.ingest({
      text: "CI runs on Jenkins today",
      idempotencyKey: "ci",
      citations: [{ source: "b.md" }],
    });
    await there.claims.ingest({ text: "ana owns BILLING", citations: [{ source: "a.md" }, { source: "c.md" }] });
    await there.claims.ingest({ text: "Ana owns billing", subject: "billing", predicate: "owner", objectValue: "ana" });
    await there.links.add(1, 2, "supports");

    const result = await merge(other, world);

    expect(counts(result)).toEqual([1, 2, 0, 0]);
    const sources = async (id: number) => (await getOne(world.store, id)).citations.map(({ source }) => source);
    expect([await sources(1), await sources(2)]).toEqual([
      ["a.md", "b.md"],
      ["a.md", "c.md"],
    ]);
    expect((await rowsOf(world, "claim_links")).map((row) => [row["source_id"], row["target_id"]])).toEqual([[1, 2]]);
    expect((await rowsOf(world, "claims")).map(({ text }) => text)).toContain("CI runs on Jenkins");
    expect(counts(await merge(other, world))).toEqual([0, 0, 3, 0]);
  },

  "merge.matches_once": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(other.memory(), JENKINS);
    await merge(other, world, REPLICA);
    for (const input of [BUILDKITE, JENKINS]) {
      await other.memory().claims.ingest(input);
      const { claims } = await other.memory().claims.stats();
      if (claims === 2) await other.memory().claims.transition(1, "superseded", { replacedBy: 2 });
    }

    await merge(other, world, REPLICA);

    const texts = (await rowsOf(world, "claims")).map((row) => [row["text"], row["status"]]);
    expect(texts).toEqual([
      ["CI runs on Jenkins", "superseded"],
      ["CI runs on Buildkite", "candidate"],
      ["CI runs on Jenkins", "candidate"],
    ]);
  },

  "merge.later_change": async (world) => {
    const other = await elsewhere(world);
    await world.memory().claims.ingest(JENKINS);
    await merge(world, other, REPLICA);
    const change = async (side: typeof world, confidence: number, updatedAt: string) => {
      const { id, version } = await getOne(side.store, 1);
      await side.store.claims.update(id, version, { confidence, updatedAt });
    };

    await change(other, 0.9, "2026-01-02T03:06:00+00:00");
    await change(world, 0.1, "2026-01-02T03:05:00+00:00");
    expect(counts(await merge(other, world))).toEqual([0, 1, 0, 0]);
    expect(await getOne(world.store, 1)).toMatchObject({ confidence: 0.9, updatedAt: "2026-01-02T03:06:00+00:00" });
    const [event] = (await eventsOf(world.store)).slice(-1);
    expect(payloadOf(event)).toMatchObject({ new: false, before: { confidence: 0.1 }, after: { confidence: 0.9 } });
    await change(world, 0.2, "2026-01-02T03:07:00+00:00");
    expect(counts(await merge(other, world))).toEqual([0, 0, 1, 0]);
    await change(other, 0.3, "2036-01-01T00:00:00+00:00");
    await merge(other, world);
    expect(await getOne(world.store, 1)).toMatchObject({ confidence: 0.3, updatedAt: "2026-01-02T03:09:05+00:00" });
    expect(AT).toBe("2026-01-02T03:04:05+00:00");
  },

  "merge.redaction": async (world) => {
    const other = await elsewhere(world);
    const cited = { citations: [{ source: "docs/secret-plan.md" }] };
    for (const text of ["Ana likes tea", "Ana moves in May", "Ana owns a boat"]) {
      await world.memory().claims.ingest({ text, ...cited });
    }
    await merge(world, other, REPLICA);
    await other.memory().claims.redact(1, { mode: "erase", ...ANA });
    await world.memory().claims.redact(2, { mode: "redact", ...ANA });
    await other.memory().claims.redact(3, { mode: "redact", claim: false, ...ANA });

    await merge(world, other);
    await merge(other, world);

    for (const side of [world, other]) {
      const stored = JSON.stringify([
        await rowsOf(side, "claims"),
        await rowsOf(side, "citations"),
        await rowsOf(side, "event_history"),
      ]);
      expect(stored).not.toMatch(/tea|May|secret-plan/);
      expect(stored).toContain("Ana owns a boat");
      expect((await side.memory().recall.query({ queryText: "tea" })).rows).toEqual([]);
      await expectSound(side);
    }
    expect(counts(await merge(other, world))).toEqual([0, 0, 3, 0]);
  },
};
