import { InvalidInputError, sanitizePersistedText, sha256Hex, StoreError, UNIT_SEPARATOR } from "@memorymaster/core";
import type { BulkItem, Memory } from "@memorymaster/core";

import { captureFile } from "../capture/capture-file.ts";
import type { CaptureParts, NewTurns } from "../capture/capture-file.ts";
import type { CaptureCursors } from "../capture/cursors.ts";
import { listTranscripts } from "../capture/list-transcripts.ts";
import { NO_LINES, numberOfLines, sumOfLines } from "../transcripts/line-counts.ts";
import type { LineCounts, TranscriptTurn } from "../transcripts/types.ts";
import { cuedStatements } from "./cues.ts";

const AGENT = "transcript-miner";
/** Shorter answers state nothing. */
const MIN_ANSWER = 50;
const MAX_CLAIMS = 100;
/** No line of a file: what is not understood today may be tomorrow, so that the cursor stays. */
const NOT_UNDERSTOOD = 0;

/** What transcripts are mined into. */
export interface MiningMemory {
  readonly verbatim: Pick<Memory["verbatim"], "storeTurns">;
  readonly claims: Pick<Memory["claims"], "ingestMany">;
}

export interface MineOptions {
  /** Absolute path of a transcript, or of a folder with some in it or below. */
  readonly input: string;
  readonly cursors: CaptureCursors;
  /** Scope of what is said in a session that began in this folder. */
  readonly scopeOf: (cwd: string | undefined) => Promise<string>;
  /** Statements that become claims at most; the next run goes on behind them. 0 = none. Default 100. */
  readonly maxClaims?: number | undefined;
  /** Called with the lines read so far, and the share of the files that is done. */
  readonly onProgress?: ((lines: number, share: number) => void) | undefined;
  /** Ends the run between two pieces of work, by throwing; what is done stays. */
  readonly signal?: AbortSignal | undefined;
}

export interface MineResult {
  /** Lines read that are not blank. */
  readonly scanned: number;
  readonly turnsStored: number;
  /** New claims. */
  readonly ingested: number;
  /** Turns and claims that were refused. */
  readonly skipped: number;
  /** Turns and claims that were there already. */
  readonly duplicates: number;
  /** Turns that lost a secret. */
  readonly redacted: number;
  readonly lines: LineCounts;
  /** Why the run was in vain, wholly or in part. */
  readonly error: string | undefined;
}

/** The sums of a run while it goes on. */
interface Run {
  readonly memory: MiningMemory;
  readonly options: MineOptions;
  readonly sums: { turnsStored: number; ingested: number; skipped: number; duplicates: number; redacted: number };
  lines: LineCounts;
  /** Lines of files that were read from their start. */
  linesFromStart: LineCounts;
  claimsLeft: number;
}

/** Lines that tell of no turn: where there are no others, the format is not the one we know. */
const isForeign = (lines: LineCounts): boolean => numberOfLines(lines, ["metadata", "bad"]) === 0;

async function storeTurns(run: Run, { turns, lines, cwd, isStart }: NewTurns): Promise<number | undefined> {
  run.lines = sumOfLines(run.lines, lines);
  if (isStart) run.linesFromStart = sumOfLines(run.linesFromStart, lines);
  if (turns.length > 0) {
    const scope = await run.options.scopeOf(cwd);
    const { stored, ...sums } = await run.memory.verbatim.storeTurns(turns, { scope, sourceAgent: AGENT });
    run.sums.turnsStored += stored;
    run.sums.skipped += sums.skipped;
    run.sums.duplicates += sums.duplicates;
    run.sums.redacted += sums.redacted;
  }
  run.options.signal?.throwIfAborted();
  return isStart && isForeign(lines) ? NOT_UNDERSTOOD : undefined;
}

function itemsOf(turn: TranscriptTurn, scope: string): readonly BulkItem[] {
  const { role, kind, isPrompt, content, sessionId, line } = turn;
  if (role !== "assistant" || kind !== "prose" || isPrompt || content.length < MIN_ANSWER) return [];
  return cuedStatements(sanitizePersistedText(content).text).map(({ claimType, text }) => {
    const key = sha256Hex([sessionId, line, text.trim().toLowerCase()].join(UNIT_SEPARATOR)).slice(0, 16);
    const citations = [{ source: "transcript", locator: `session=${sessionId};line=${line}` }];
    const names = { claimType, predicate: claimType, scope, sourceAgent: AGENT };
    return { line, input: { ...names, text, citations, confidence: 0.5, idempotencyKey: `transcript-${key}` } };
  });
}

async function ingest(run: Run, items: readonly BulkItem[]): Promise<void> {
  const { rows } = await run.memory.claims.ingestMany(items, { onSecret: "redact", signal: run.options.signal });
  for (const row of rows) {
    if ("error" in row && row.error instanceof StoreError) throw row.error;
    run.sums["error" in row ? "skipped" : row.deduplicated ? "duplicates" : "ingested"] += 1;
  }
  run.options.signal?.throwIfAborted();
}

async function mineClaims(run: Run, { turns, lines, cwd, isStart }: NewTurns): Promise<number | undefined> {
  if (isStart && isForeign(lines)) return NOT_UNDERSTOOD;
  const items: BulkItem[] = [];
  const scope = turns.length === 0 ? "" : await run.options.scopeOf(cwd);
  const { maxClaims = MAX_CLAIMS } = run.options;
  let stoppedBefore: number | undefined;
  for (const turn of turns) {
    const found = itemsOf(turn, scope).slice(0, maxClaims);
    if (found.length > run.claimsLeft) {
      stoppedBefore = turn.line;
      break;
    }
    run.claimsLeft -= found.length;
    items.push(...found);
  }
  if (items.length > 0) await ingest(run, items);
  return stoppedBefore === undefined ? undefined : stoppedBefore - 1;
}

async function mineFile(run: Run, path: string, showShare: (share: number) => void): Promise<void> {
  const { cursors } = run.options;
  const works: readonly (readonly [operation: string, CaptureParts["work"]])[] = [
    ["store", (turns) => storeTurns(run, turns).finally(() => showShare(turns.share))],
    ["mine", (turns) => mineClaims(run, turns)],
  ];
  for (const [operation, work] of works) {
    if (operation === "mine" && run.claimsLeft <= 0) continue;
    await captureFile(path, { cursors, operation, work });
  }
}

/** A file that cannot be read, or whose line is endless, leaves the others alone. */
function isOfFile(error: unknown): boolean {
  if (error instanceof InvalidInputError) return typeof error.details["line"] === "number";
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

function errorOf(run: Run, failed: number, files: number): string | undefined {
  if (failed > 0) return `${failed} of ${files} files could not be read`;
  const read = numberOfLines(run.linesFromStart);
  return read > 0 && isForeign(run.linesFromStart)
    ? `${read} lines were read, and none of them tells of a turn`
    : undefined;
}

/**
 * Takes the turns of transcripts in word for word, and as claims what their answers state by a cue. Only what is new is
 * read; the same again changes nothing.
 *
 * @throws InvalidInputError `input.invalid` when there is no such file or folder
 * @throws what the memory and the cursors throw; what was done before stays
 */
export async function mineTranscript(memory: MiningMemory, options: MineOptions): Promise<MineResult> {
  const files = await listTranscripts(options.input);
  const sums = { turnsStored: 0, ingested: 0, skipped: 0, duplicates: 0, redacted: 0 };
  const claimsLeft = options.maxClaims ?? MAX_CLAIMS;
  const run: Run = { memory, options, sums, lines: NO_LINES, linesFromStart: NO_LINES, claimsLeft };
  let failed = 0;
  for (const [index, path] of files.entries()) {
    options.signal?.throwIfAborted();
    const showShare = (share: number): void =>
      options.onProgress?.(numberOfLines(run.lines), (index + share) / files.length);
    try {
      await mineFile(run, path, showShare);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      failed += 1;
    }
  }
  const error = errorOf(run, failed, files.length);
  return { scanned: numberOfLines(run.lines), ...sums, lines: run.lines, error };
}
