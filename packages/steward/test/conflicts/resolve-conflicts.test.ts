import type { Claim } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { resolveConflicts } from "../../src/conflicts/resolve-conflicts.ts";
import { settlePair } from "../../src/conflicts/settle-pair.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

const ACTOR = { actor: "ana" } as const;

async function runner(world: StewardWorld, objectValue: string, confidence: number): Promise<Claim> {
  const text = `The shop builds with the runner ${objectValue}`;
  return world.ingest({ text, subject: "ci", predicate: "runner", objectValue, confidence });
}

const statesOf = async (world: StewardWorld, claims: readonly Claim[]): Promise<readonly string[]> =>
  Promise.all(claims.map(async ({ id }) => (await world.claim(id)).status));

describe.each(STORE_KINDS)("conflicts resolved (%s)", (kind) => {
  it("F11, G16: a group of three has one winner, and both losers point to it", async () => {
    const world = await stewardWorld(kind);
    const claims = [await runner(world, "a", 0.4), await runner(world, "b", 0.8), await runner(world, "c", 0.6)];
    const winner = claims[1]?.id;

    const result = await resolveConflicts(world.job());

    expect(result).toMatchObject({ pairs_detected: 2, pairs_resolved: 2, pairs_skipped: 0 });
    expect(result["resolutions"]).toMatchObject([
      {
        winner_id: winner,
        loser_id: claims[0]?.id,
        reason: "higher_confidence",
        key: ["ci", "runner", "project:shop"],
        winner_confidence: 0.8,
        loser_confidence: 0.4,
        winner_object_value: "b",
        loser_object_value: "a",
        applied: true,
      },
      { winner_id: winner, loser_id: claims[2]?.id, applied: true },
    ]);
    expect(await statesOf(world, claims)).toEqual(["superseded", "candidate", "superseded"]);
    for (const loser of [claims[0], claims[2]]) {
      expect((await world.claim(loser?.id ?? 0)).replacedByClaimId).toBe(winner);
    }
    expect(await world.store.links.listOf(winner ?? 0, "contradicts")).toHaveLength(2);
  });

  it("a second run resolves nothing", async () => {
    const world = await stewardWorld(kind);
    await runner(world, "a", 0.4);
    await runner(world, "b", 0.8);
    await resolveConflicts(world.job());

    expect(await resolveConflicts(world.job())).toMatchObject({ pairs_detected: 0, pairs_resolved: 0 });
  });

  it("says on the loser who decided and why, in words of no claim", async () => {
    const world = await stewardWorld(kind);
    const loser = await runner(world, "jenkins", 0.4);
    await runner(world, "buildkite", 0.8);

    await resolveConflicts(world.job());

    const events = (await world.events(loser.id)).filter(({ runId }) => runId === "run-1");
    expect(events.map(({ eventType, details }) => [eventType, details])).toEqual([
      ["supersession", "conflict_auto_resolution:higher_confidence"],
      ["policy_decision", "conflict_auto_resolution"],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/jenkins|buildkite/);
  });

  it("a dry run tells and writes nothing", async () => {
    const world = await stewardWorld(kind);
    await runner(world, "a", 0.4);
    await runner(world, "b", 0.8);
    const before = await world.store.claims.stats(world.job().viewer, undefined);

    const result = await resolveConflicts(world.job(), { dryRun: true });

    expect(result).toMatchObject({ pairs_detected: 1, pairs_resolved: 0, pairs_skipped: 1 });
    expect(result["resolutions"]).toMatchObject([{ applied: false, skip_reason: "dry_run" }]);
    expect(await world.store.claims.stats(world.job().viewer, undefined)).toEqual(before);
  });

  it("what nothing tells apart is marked on both sides and waits for a person", async () => {
    const world = await stewardWorld(kind);
    const claims = [await runner(world, "a", 0.5), await runner(world, "b", 0.5)];

    const result = await resolveConflicts(world.job());

    expect(result["resolutions"]).toMatchObject([{ reason: "manual_required", applied: false }]);
    expect(await statesOf(world, claims)).toEqual(["conflicted", "conflicted"]);
  });

  it("the higher id wins when that is asked for", async () => {
    const world = await stewardWorld(kind);
    const claims = [await runner(world, "a", 0.5), await runner(world, "b", 0.5)];

    await resolveConflicts(world.job(), { idTiebreak: true });

    expect(await statesOf(world, claims)).toEqual(["superseded", "candidate"]);
  });

  it("a pinned loser stays", async () => {
    const world = await stewardWorld(kind);
    const claims = [await runner(world, "a", 0.5), await runner(world, "b", 0.8)];
    for (const { id } of claims) await world.memory.claims.pin(id, true);

    const result = await resolveConflicts(world.job());

    expect(result["resolutions"]).toMatchObject([{ reason: "higher_confidence", skip_reason: "loser_pinned" }]);
    expect(await statesOf(world, claims)).toEqual(["candidate", "candidate"]);
  });

  it("G24: a candidate does not retire a confirmed claim: a person is asked, once", async () => {
    const world = await stewardWorld(kind);
    const confirmed = await runner(world, "a", 0.5);
    await world.memory.claims.transition(confirmed.id, "confirmed");
    await runner(world, "b", 0.8);
    await runner(world, "c", 0.7);

    const result = await resolveConflicts(world.job());
    await resolveConflicts(world.job());

    expect(result["resolutions"]).toMatchObject([{ skip_reason: "needs_validation" }, { applied: true }]);
    const open = await world.store.proposals.listOpen([confirmed.id]);
    expect(open.filter(({ kind: its }) => its === "superseded_candidate")).toHaveLength(1);
    expect((await world.claim(confirmed.id)).status).toBe("confirmed");
  });

  it("a person's word wins over more confidence", async () => {
    const world = await stewardWorld(kind);
    const claims = [await runner(world, "a", 0.1), await runner(world, "b", 0.99)];
    await world.memory.claims.confirm([claims[0]?.id ?? 0], ACTOR);

    const result = await resolveConflicts(world.job());

    expect(result["resolutions"]).toMatchObject([{ reason: "person_wins", applied: true }]);
    expect(await statesOf(world, claims)).toEqual(["confirmed", "superseded"]);
  });

  it("addresses that the extractor has found of any server are left alone, those of a caller's server are not", async () => {
    const world = await stewardWorld(kind);
    for (const [objectValue, confidence] of [
      ["10.0.0.5", 0.4],
      ["10.0.0.6", 0.8],
    ] as const) {
      const text = `One of the boxes is ${objectValue}`;
      await world.ingest({ text, subject: "server", predicate: "ip_address", objectValue, confidence });
      const owned = `${objectValue} is what its owner calls it`;
      await world.ingest({ text: owned, subject: "server", predicate: "owner", objectValue, confidence });
    }

    const result = await resolveConflicts(world.job());

    expect(result["resolutions"]).toMatchObject([{ key: ["server", "owner", "project:shop"] }]);
  });

  it("G9: other scopes and attributes are no rivals, nor is what has ended", async () => {
    const world = await stewardWorld(kind);
    const rivals = { subject: "ci", predicate: "runner" };
    await runner(world, "a", 0.4);
    await world.ingest({ ...rivals, text: "The blog builds with b", objectValue: "b", scope: "project:blog" });
    await world.ingest({ text: "The runner of ci is owned by c", subject: "ci", predicate: "owner", objectValue: "c" });
    const ended = { validFrom: "2025-01-01T00:00:00Z", validUntil: "2025-06-01T00:00:00Z" };
    await world.ingest({ ...rivals, ...ended, text: "Once the shop was built with d", objectValue: "d" });

    expect(await resolveConflicts(world.job())).toMatchObject({ pairs_detected: 0 });
  });

  it("F13: a decision about a claim that changed meanwhile is not carried out", async () => {
    const world = await stewardWorld(kind);
    const [loser, winner, other] = [
      await runner(world, "a", 0.4),
      await runner(world, "b", 0.8),
      await runner(world, "c", 0.9),
    ];
    await world.memory.claims.transition(loser.id, "superseded", { replacedBy: other.id });

    const decided = { winner, loser, reason: "higher_confidence", label: "conflict_auto_resolution", source: "test" };
    const settled = await settlePair(world.job(), decided);

    expect(settled).toEqual({ applied: false, skipReason: "lost_race", currentReplacementId: other.id });
    expect((await world.claim(loser.id)).replacedByClaimId).toBe(other.id);
    expect(await world.store.links.listOf(loser.id, "contradicts")).toEqual([]);
  });

  it("what a person has undone is not decided again", async () => {
    const world = await stewardWorld(kind);
    const claims = [await runner(world, "a", 0.4), await runner(world, "b", 0.8)];
    await resolveConflicts(world.job());
    const event = (await world.events(claims[0]?.id ?? 0)).find(({ eventType }) => eventType === "supersession");
    await world.memory.governance.undo(event?.id ?? 0, ACTOR);

    const result = await resolveConflicts(world.job());

    expect(result["resolutions"]).toMatchObject([{ applied: false, skip_reason: "undone" }]);
    expect(await statesOf(world, claims)).toEqual(["candidate", "candidate"]);
  });
});
