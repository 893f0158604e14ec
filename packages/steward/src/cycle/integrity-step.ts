import { epochMsOf, isIndexSound, memoryOf, timestampOf } from "@memorymaster/core";
import type { JsonObject, JsonValue } from "@memorymaster/core";
import { recordEvent } from "@memorymaster/core/jobs";
import type { StewardContext, StepResult } from "../types.ts";

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const WEEK_HOURS = 168;
const WAL_ALERT_BYTES = 256 * 1024 * 1024;

interface Part {
  /** Hours between two runs; 0 = in every cycle. */
  readonly everyHours: number;
  readonly run: (context: StewardContext, parts: IntegrityParts) => Promise<JsonValue>;
}

/** What the step needs from outside. */
export interface IntegrityParts {
  /** Where weekly copies go; absent = none are made. */
  readonly snapshotFolder?: string | undefined;
}

const event = (context: StewardContext, details: string, payload: JsonObject): Promise<number> =>
  recordEvent(context.store, {
    eventType: "system",
    details,
    payload,
    createdAt: timestampOf(context.clock.nowMs()),
  });

async function checkpoint(context: StewardContext): Promise<JsonValue> {
  const { files } = context.store;
  if (files === undefined) return null;
  const { busy, logFrames, checkpointedFrames, walBytes } = await files.checkpoint();
  if (walBytes > WAL_ALERT_BYTES) await event(context, "integrity_wal_oversize", { wal_bytes: walBytes });
  return { busy, log_frames: logFrames, checkpointed_frames: checkpointedFrames, wal_bytes: walBytes };
}

/** One look at the file answers for its pages and its foreign keys; damage freezes promotions. */
async function file(context: StewardContext): Promise<JsonValue> {
  const { file: found } = await memoryOf(context).upkeep.check({ parts: ["file"] });
  if (found === undefined) return null;
  const byTable = found.foreignKeys ?? {};
  return {
    quick_check: found.quickCheck,
    orphans: Object.values(byTable).reduce((sum, rows) => sum + rows, 0),
    by_table: byTable,
  };
}

/** An index that differs from the claims is built anew: it is derived, and the claims are right. */
async function textIndex(context: StewardContext): Promise<JsonValue> {
  const { upkeep } = memoryOf(context);
  const { index } = await upkeep.check({ parts: ["index"] });
  if (index === undefined || isIndexSound(index)) return { sound: true, repaired: false };
  const { missing, leftover, changed } = index;
  await event(context, "integrity_fts_drift", {
    missing: missing.length,
    leftover: leftover.length,
    changed: changed.length,
  });
  await upkeep.repairIndex();
  const again = (await upkeep.check({ parts: ["index"] })).index;
  return { sound: again === undefined || isIndexSound(again), repaired: true };
}

/** The chain of events and the rows; a sound chain is noted, so that a cut of it shows. */
async function record(context: StewardContext): Promise<JsonValue> {
  const { ok, chain } = await memoryOf(context).upkeep.check({ parts: ["record"] });
  return { ok, events: chain?.events ?? null, valid: chain?.valid ?? null };
}

async function snapshot({ store }: StewardContext, { snapshotFolder }: IntegrityParts): Promise<JsonValue> {
  if (store.files === undefined || snapshotFolder === undefined) return null;
  const { created, sizeBytes } = await store.files.vacuumSnapshot(snapshotFolder);
  return { created, size_bytes: sizeBytes };
}

const PARTS: Readonly<Record<string, Part>> = {
  checkpoint: { everyHours: 0, run: checkpoint },
  quick_check: { everyHours: DAY_HOURS, run: file },
  fts_drift: { everyHours: DAY_HOURS, run: textIndex },
  chain: { everyHours: DAY_HOURS, run: record },
  vacuum_snapshot: { everyHours: WEEK_HOURS, run: snapshot },
};

async function isDue({ store, clock }: StewardContext, name: string, { everyHours }: Part): Promise<boolean> {
  const last = epochMsOf((await store.jobs.readNote(`integrity:${name}`)) ?? "");
  const age = last === undefined ? Infinity : clock.nowMs() - last;
  // A clock that was set back must not put the check off for long.
  return age < 0 || age >= everyHours * HOUR_MS;
}

/**
 * Looks whether the database is whole, each part as often as it is worth; `null` = not its time. One that fails says so
 * and keeps none of the others.
 */
export async function integrityStep(context: StewardContext, parts: IntegrityParts): Promise<StepResult> {
  const { store, clock } = context;
  const result: Record<string, JsonValue> = {};
  for (const [name, part] of Object.entries(PARTS)) {
    result[name] = null;
    if (!(await isDue(context, name, part))) continue;
    try {
      result[name] = await part.run(context, parts);
      if (part.everyHours > 0) await store.jobs.writeNote(`integrity:${name}`, timestampOf(clock.nowMs()));
    } catch (error) {
      result[name] = { error: error instanceof Error ? error.message : String(error) };
    }
  }
  return { ...result, promotions_frozen: store.files?.isFrozen() ?? false };
}
