import { describe, expect, it } from "vitest";

import { archiveBySource } from "../../src/archive/archive-by-source.ts";
import { archiveStale } from "../../src/archive/archive-stale.ts";
import { validatorJob } from "../../src/validator/validator-job.ts";
import { portClaim } from "../support/evidence.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

const NO_READS = { note: () => undefined, drain: async () => ({ drained: 0, quarantined: 0, lagSeconds: 0 }) };

describe.each(STORE_KINDS)("archiving all that an agent has said (%s)", (kind) => {
  async function noisyWorld(): Promise<StewardWorld> {
    const world = await stewardWorld(kind);
    for (const number of ["one", "two", "three"]) await world.ingest({ text: `Noise ${number}`, sourceAgent: "bot" });
    await world.ingest({ text: "The shop opens at nine", sourceAgent: "codex" });
    await world.memory.claims.pin(1, true);
    await world.memory.claims.confirm([2], { actor: "ana" });
    return world;
  }

  it("G10: is a rehearsal unless it is asked for", async () => {
    const world = await noisyWorld();
    const before = (await world.memory.events.list()).total;

    const result = await archiveBySource(world.job(), "bot");

    expect(result).toEqual({
      source_agent: "bot",
      matched: 3,
      archived: 0,
      dry_run: true,
      truncated: false,
      skipped: 0,
      claim_ids: [1, 2, 3],
    });
    expect((await world.memory.events.list()).total).toBe(before);
  });

  it("G10: archives every live claim of it with an event each, which one undo takes back", async () => {
    const world = await noisyWorld();

    const result = await archiveBySource(world.job({ runId: "clean-1" }), "bot", { dryRun: false });

    expect(result).toMatchObject({ matched: 3, archived: 3, dry_run: false, skipped: 0 });
    const claims = await Promise.all([1, 2, 3, 4].map((id) => world.claim(id)));
    expect(claims.map(({ status }) => status)).toEqual(["archived", "archived", "archived", "candidate"]);
    const last = (await world.events(3)).at(-1);
    expect(last).toMatchObject({ eventType: "transition", details: "archive_by_source", runId: "clean-1" });

    await world.memory.governance.undo(last?.id ?? 0, { actor: "ana", run: true });
    expect((await world.claim(2)).confirmedBy).toBe("ana");
    expect(await archiveBySource(world.job(), "bot")).toMatchObject({ matched: 3 });
  });

  it("G10: says when there are more than it takes", async () => {
    const world = await noisyWorld();

    expect(await archiveBySource(world.job({ limit: 2 }), "bot")).toMatchObject({
      matched: 2,
      truncated: true,
      claim_ids: [1, 2],
    });
  });
});

describe.each(STORE_KINDS)("archiving what is stale and was never asked for (%s)", (kind) => {
  async function staleWorld(counted: boolean): Promise<StewardWorld> {
    const world = await stewardWorld(kind, counted ? { accessLog: NO_READS } : {});
    for (const subject of ["database", "cache", "queue"]) await world.ingest({ ...portClaim("5432"), subject });
    await validatorJob(world.job());
    for (const id of [1, 2, 3]) await world.memory.claims.transition(id, "stale");
    const used = await world.claim(1);
    await world.store.claims.recordAccesses([{ uid: used.uid, at: "2026-03-01T12:00:00+00:00" }]);
    await world.memory.claims.pin(2, true);
    return world;
  }

  it("G9: takes the unused ones by the normal step, and neither used, pinned nor young ones", async () => {
    const world = await staleWorld(true);
    world.wait(10);
    const young = await archiveStale(world.job());
    world.wait(10);

    const result = await archiveStale(world.job());

    expect([young, result]).toEqual([
      { matched: 0, archived: 0, skipped: 0 },
      { matched: 1, archived: 1, skipped: 0 },
    ]);
    expect(await world.claim(3)).toMatchObject({ status: "archived", archivedAt: "2026-03-21T12:00:00+00:00" });
    expect((await world.events(3)).at(-1)).toMatchObject({
      eventType: "staleness",
      fromStatus: "stale",
      toStatus: "archived",
      details: "stale_and_unused:14d",
      runId: "run-1",
    });
  });

  it("takes none where nobody counts what is asked for", async () => {
    const world = await staleWorld(false);
    world.wait(300);

    expect(await archiveStale(world.job())).toEqual({ matched: 0, archived: 0, skipped: 0 });
  });

  it("refuses an age below zero", async () => {
    const world = await stewardWorld(kind);

    await expect(archiveStale(world.job(), { olderThanDays: -1 })).rejects.toMatchObject({ code: "input.invalid" });
  });
});
