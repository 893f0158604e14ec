import { statSync } from "node:fs";
import { dirname } from "node:path";

import { integrityToWire, repairActionsToWire, StoreError } from "@memorymaster/core";
import type { DatabaseFiles, IntegrityPart, IntegrityReport, Store, VacuumSnapshot } from "@memorymaster/core";
import type { MemoryMaster } from "@memorymaster/runtime";

import { switchOption } from "../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../command.ts";
import { integrityLines } from "../output/integrity-text.ts";
import { UsageError } from "../usage-error.ts";
import { openFiles, sameDatabase } from "./database-files.ts";

/** What each option looks at. */
const PARTS: Readonly<Record<string, readonly IntegrityPart[]>> = {
  quickCheck: ["file"],
  fkCheck: ["file"],
  repairFts: ["index"],
  fix: ["record"],
  checkpoint: [],
  vacuumSnapshot: [],
};

interface Moved {
  readonly busy: boolean;
  readonly log_frames: number;
  readonly checkpointed_frames: number;
  readonly wal_bytes: number;
}

/** What was done besides checking; absent when it was not asked for. */
interface Done {
  readonly indexed_claims: number | undefined;
  readonly actions: ReturnType<typeof repairActionsToWire> | undefined;
  readonly checkpoint: Moved | undefined;
  readonly vacuum_snapshot: VacuumSnapshot | undefined;
}

/** For writing, since a check notes what it found; where nothing can be written, for reading. */
async function openForCheck(context: CommandContext): Promise<MemoryMaster> {
  try {
    return await context.open("write");
  } catch (error) {
    if (error instanceof StoreError && error.code === "store.read_only") return context.open("read");
    throw error;
  }
}

function filesOf({ files }: Store): DatabaseFiles {
  if (files !== undefined) return files;
  throw new StoreError("store.unavailable", "The database is no file");
}

/** What an erasure had to leave in the files goes with it. */
async function checkpoint({ memory, store }: MemoryMaster): Promise<Moved> {
  const files = filesOf(store);
  const erased = await memory.upkeep.finishErase();
  const { busy, logFrames, checkpointedFrames, walBytes } = await files.checkpoint();
  return {
    busy: busy || erased === "pending",
    log_frames: logFrames,
    checkpointed_frames: checkpointedFrames,
    wal_bytes: walBytes,
  };
}

async function check(context: CommandContext, input: CommandInput): Promise<Outcome> {
  const master = await openForCheck(context);
  const { upkeep } = master.memory;
  const given = (name: string): boolean => switchOption(input, name);
  const chosen = Object.keys(PARTS).filter(given);
  const parts = chosen.length === 0 ? undefined : chosen.flatMap((name) => PARTS[name] ?? []);
  const indexed = given("repairFts") ? await upkeep.repairIndex() : undefined;
  const repaired = given("fix") ? await upkeep.repairRows() : undefined;
  const report = await upkeep.check({ parts, full: given("full") });
  const moved = given("checkpoint") ? await checkpoint(master) : undefined;
  const copied = given("vacuumSnapshot") ? await filesOf(master.store).vacuumSnapshot(master.snapshotDir) : undefined;
  const actions = repaired && repairActionsToWire(repaired, report);
  return outcomeOf(context, report, { indexed_claims: indexed, actions, checkpoint: moved, vacuum_snapshot: copied });
}

function copiedToWire(copied: VacuumSnapshot | undefined) {
  return copied && { file: copied.file, created: copied.created, size_bytes: copied.sizeBytes };
}

function outcomeOf(context: CommandContext, report: IntegrityReport, done: Done): Outcome {
  const { indexed_claims: indexed, actions = [], checkpoint: moved, vacuum_snapshot: copied } = done;
  const isBusy = moved?.busy === true;
  const repairs = [
    ...(indexed === undefined ? [] : [`built the text index anew: ${indexed} claims`]),
    ...actions.map(({ action, count }) => `${action}: ${count}`),
    ...(moved === undefined
      ? []
      : [`checkpoint: ${isBusy ? "the log is in use" : "ok"}, ${moved.wal_bytes} bytes left`]),
    ...(copied === undefined
      ? []
      : [`copy without free space: ${copied.file}${copied.created ? "" : " (there already)"}`]),
  ];
  const commandLine = (command: string): string => sameDatabase(context, command);
  const failure = { code: "CHECK_FAILED", message: "The check found something wrong" } as const;
  return {
    data: { ...integrityToWire(report), ...done, vacuum_snapshot: copiedToWire(copied) },
    text: (paint) => [...repairs, ...integrityLines(report, { paint, commandLine })].join("\n"),
    ...((isBusy || !report.ok) && { failure }),
  };
}

/** What is known from earlier checks. */
async function status(context: CommandContext): Promise<Outcome> {
  const { files, master } = await openFiles(context, "read");
  const snapshots = await files.snapshots();
  const anchors = await master.store.upkeep.anchors();
  const failed = statSync(files.sentinel, { throwIfNoEntry: false })?.mtime.toISOString();
  const data = {
    db: master.database.path,
    wal_bytes: statSync(`${files.path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    promotions_frozen: files.isFrozen(),
    sentinel: files.sentinel,
    last_runs: { sound: anchors.find(({ name }) => name === "latest")?.recordedAt ?? null, failed: failed ?? null },
    snapshot_dir: snapshots[0] === undefined ? null : dirname(snapshots[0].path),
    snapshots: snapshots.length,
  };
  const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  const lines = Object.entries(data).map(([name, value]) => `${name}: ${shown(value)}`);
  return { data, text: () => lines.join("\n") };
}

export const integrity: RunCommand = async (context, input) => {
  if (!switchOption(input, "status")) return check(context, input);
  if (["full", ...Object.keys(PARTS)].some((name) => switchOption(input, name))) {
    throw new UsageError("option '--status' checks nothing and takes no other option");
  }
  return status(context);
};
