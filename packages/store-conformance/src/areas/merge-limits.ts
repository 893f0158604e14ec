import { EXPORT_SCHEMA } from "@memorymaster/core";
import type { DumpRow, DumpTable } from "@memorymaster/core";
import { expect } from "vitest";
import { eventsOf, failure, getOne } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { MERGE } from "../requirements/merge.ts";
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
  REPLICA,
  rowsOf,
  standing,
} from "./merge-support.ts";

const TOKEN = `ghp_${"a1B2".repeat(9)}`;

export const mergeLimitTests: Pick<
  AreaTests<typeof MERGE>,
  | "merge.pair_later"
  | "merge.live_here"
  | "merge.refused"
  | "merge.redacts"
  | "merge.unsafe"
  | "merge.dry_run"
  | "merge.schema"
  | "merge.undo"
> = {
  "merge.pair_later": async (world) => {
    const other = await elsewhere(world);
    const { claims } = other.memory();
    await claims.ingest({ text: "CI runs on Jenkins" });
    await claims.ingest({ text: "CI runs on Drone" });
    await claims.transition(1, "superseded", { replacedBy: 2 });
    const withoutSecond = async () =>
      merge(other, world, {
        ...REPLICA,
        change: (table, row) => (table === "claims" && row["id"] === 2 ? { ...row, holder: TOKEN } : row),
      });

    const first = await withoutSecond();

    expect([counts(first), first.left.length]).toEqual([[1, 0, 0, 1], 1]);
    expect(await standing(world)).toEqual({ "CI runs on Jenkins": ["superseded", false, undefined, undefined] });
    await merge(other, world, REPLICA);
    expect(await standing(world)).toEqual(await standing(other));
    await expectSound(world);
  },

  "merge.live_here": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(world.memory(), JENKINS);
    await world.memory().claims.ingest({ text: "CI runs on Circle" });
    await merge(world, other);
    const { claims } = other.memory();
    await claims.ingest({ text: "CI runs on Drone" });
    for (const old of [1, 2]) await claims.transition(old, "superseded", { replacedBy: 3 });

    await merge(other, world);

    expect(await standing(world)).toEqual({
      "CI runs on Jenkins": ["confirmed", false, undefined, undefined],
      "CI runs on Circle": ["candidate", false, undefined, undefined],
      "CI runs on Drone": ["candidate", false, undefined, undefined],
    });
  },

  "merge.refused": async (world) => {
    const other = await elsewhere(world);
    for (const text of ["Uses a key", "Cites a key", "Is of bytes", "Is sound"])
      await other.memory().claims.ingest({ text });
    const change = (table: DumpTable, row: DumpRow): DumpRow => {
      if (table === "claims" && row["id"] === 1) return { ...row, holder: TOKEN };
      if (table === "citations" && row["claim_id"] === 2) return { ...row, locator: TOKEN };
      const bytes = Buffer.from(TOKEN) as unknown as string;
      return table === "claims" && row["id"] === 3 ? { ...row, subject: bytes } : row;
    };

    const result = await merge(other, world, { change });

    const uids = (await rowsOf(other, "claims")).map(({ uid }) => uid);
    const findings = ["github_token"];
    expect(counts(result)).toEqual([1, 0, 0, 3]);
    expect(result.refused).toEqual([
      { uid: uids[0], outcome: "refused", code: "sensitive.metadata", field: "holder", findings },
      { uid: uids[1], outcome: "refused", code: "sensitive.metadata", field: "locator", findings },
      { uid: uids[2], outcome: "refused", code: "input.invalid", field: "subject" },
    ]);
    expect(JSON.stringify(result)).not.toContain(TOKEN);
    expect((await rowsOf(world, "claims")).map(({ text }) => text)).toEqual(["Is sound"]);
  },

  "merge.redacts": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(other.memory(), { text: "Deploy with PLACE only" });
    const change = (table: DumpTable, row: DumpRow): DumpRow => {
      if (table === "claims") return { ...row, text: `Deploy with ${TOKEN} only` };
      return table === "events" ? { ...row, details: TOKEN } : row;
    };

    const result = await merge(other, world, { ...REPLICA, change });

    expect(counts(result)).toEqual([1, 0, 0, 0]);
    expect(await standing(world)).toMatchObject({
      "Deploy with [REDACTED:github_token] only": ["candidate", false, undefined, undefined],
    });
    expect(JSON.stringify([await rowsOf(world, "event_history"), await rowsOf(world, "events")])).not.toContain(TOKEN);
    expect(counts(await merge(other, world, { ...REPLICA, change }))).toEqual([0, 0, 1, 0]);
  },

  "merge.unsafe": async (world) => {
    const other = await elsewhere(world);
    await other.memory().claims.ingest({ text: "Deploy with PLACE only" });
    await merge(other, world);
    await world.store.dump.amend(1, { text: `Deploy with ${TOKEN} only` });
    await other.memory().claims.transition(1, "confirmed");
    await other.memory().claims.ingest({ text: "Deploy with PLACE only", citations: [{ source: "more.md" }] });

    expect(counts(await merge(other, world, REPLICA))).toEqual([0, 0, 1, 0]);

    expect(await getOne(world.store, 1)).toMatchObject({ status: "candidate", version: 1, citations: [{}] });
    await other.memory().claims.redact(1, { mode: "erase", ...ANA });
    expect(counts(await merge(other, world, REPLICA))).toEqual([0, 1, 0, 0]);
    expect((await getOne(world.store, 1)).text).toBe("[ERASED]");
  },

  "merge.dry_run": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(other.memory(), JENKINS);
    await ingestConfirmed(world.memory(), BUILDKITE);
    const before = await exported(world.memory());

    const rehearsed = await merge(other, world, { dryRun: true, ...REPLICA });

    expect(await exported(world.memory())).toBe(before);
    expect(await merge(other, world, REPLICA)).toEqual(rehearsed);
    expect(counts(rehearsed)).toEqual([1, 0, 0, 0]);
  },

  "merge.schema": async (world) => {
    const other = await elsewhere(world);
    const reader = await other.store.dump.snapshot();

    const attempt = world.memory().transfer.merge({ reader, schemaVersion: EXPORT_SCHEMA - 1 });

    expect(await failure(attempt)).toMatchObject({
      code: "input.invalid",
      details: { field: "source", found: EXPORT_SCHEMA - 1, known: EXPORT_SCHEMA },
    });
    await reader.close();
  },

  "merge.undo": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(world.memory(), JENKINS);
    await merge(world, other, REPLICA);
    await other.memory().claims.ingest({ text: "CI runs on Drone", citations: [{ source: "a.md" }] });
    await other.memory().claims.transition(1, "superseded", { replacedBy: 2 });
    await merge(other, world, REPLICA);
    const merged = (await eventsOf(world.store)).findLast(({ eventType }) => eventType === "sync");

    await world.memory().governance.undo(merged?.id ?? 0, { ...ANA, run: true });

    expect(await standing(world)).toMatchObject({
      "CI runs on Jenkins": ["confirmed", false, undefined, undefined],
      "CI runs on Drone": ["archived", false, undefined, undefined],
    });
  },
};
