import { sha256Hex } from "../claims/identity.ts";
import { timestampOf } from "../claims/time.ts";
import { LEGACY_ANCHOR } from "../events/anchor-check.ts";
import { DUMP_COLUMNS } from "../ports/dump-columns.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import type { HistoryLine } from "../ports/history-store.ts";
import { scanText } from "../security/scan-text.ts";
import { filterRow } from "../transfer/filter-row.ts";
import { rowLine } from "../transfer/line-format.ts";
import { rowOf } from "../transfer/row-record.ts";
import { createLegacyChainCheck, legacyEvent } from "./chain.ts";
import { legacyUid } from "./identify.ts";
import type { LegacyRun, LegacyTarget } from "./run.ts";
import type { LegacyChain, SourceRow } from "./types.ts";

/** Words of today's events; in a file anything may stand there. */
const WORDS = ["event_type", "from_status", "to_status", "created_at", "hash_algo"];

/** Whether today's rules let the line of an event be stored. */
function isFree(line: string, row: SourceRow): boolean {
  if (Object.values(row).some((value) => value instanceof Uint8Array)) return false;
  if (WORDS.some((name) => scanText(String(row[name] ?? "")).length > 0)) return false;
  const given = { line: 0, table: "event_history", row: { line }, event: undefined } as const;
  return filterRow(given, { redact: true, redactPrivateNetwork: false }).findings.length === 0;
}

/**
 * An event of a file as the history of its claim. Its line has the values of the file as they stand there; it is absent
 * when they hold a secret. An event without a hash is known by that of its line.
 */
function historyLineOf(row: SourceRow, origin: string): HistoryLine {
  const { id, claimId, eventHash, runId, undoesEventId } = legacyEvent(row);
  const claimUid = claimId === undefined ? undefined : legacyUid(origin, claimId);
  const copies: SourceRow = { run_id: runId ?? null, undoes_event_id: undoesEventId ?? null };
  const columns = Object.keys(DUMP_COLUMNS.events).map((name) => [name, row[name] ?? copies[name] ?? null] as const);
  const line = rowLine("events", { ...(Object.fromEntries(columns) as DumpRow), claim_uid: claimUid ?? null });
  const hash = /^[0-9a-f]{64}$/.test(eventHash) ? eventHash : sha256Hex(line);
  return { eventHash: hash, origin, originId: id, claimUid, line: isFree(line, row) ? line : undefined };
}

/** The events of a claim; what two writers wrote at the same time stands there once. */
export function historyOf(rows: readonly SourceRow[], origin: string): readonly HistoryLine[] {
  const lines = rows.map((row) => historyLineOf(row, origin));
  const hashes = lines.map(({ eventHash }) => eventHash);
  return lines.filter(({ eventHash }, at) => hashes.indexOf(eventHash) === at);
}

async function storeLines({ context: { store } }: LegacyTarget, lines: readonly HistoryLine[]): Promise<void> {
  const known = await store.history.known(lines.map(({ eventHash }) => eventHash));
  const fresh = lines
    .filter(({ eventHash }) => !known.has(eventHash))
    .map((line) => rowOf("event_history", { ...line }));
  if (fresh.length > 0) await store.transaction(() => store.dump.write("event_history", fresh));
}

/** Remembers how far the history of the file reached, unless it is known to reach further. */
async function anchor(
  { context: { store, clock } }: LegacyTarget,
  last: HistoryLine,
  eventCount: number,
): Promise<void> {
  const name = `${LEGACY_ANCHOR}${last.origin}`;
  const before = (await store.upkeep.anchors()).find((one) => one.name === name);
  if ((before?.eventCount ?? -1) >= eventCount) return;
  const head = { headId: last.originId, headHash: last.eventHash };
  await store.upkeep.recordAnchor({ name, eventCount, ...head, recordedAt: timestampOf(clock.nowMs()) });
}

/** Follows the chain of the file, and takes the events that came with no claim. */
export async function takeHistory(run: LegacyRun): Promise<LegacyChain> {
  const chain = createLegacyChainCheck(run.source);
  let last: HistoryLine | undefined;
  let count = 0;
  await run.each("events", async (rows) => {
    chain.see(rows);
    const lines = rows.map((row) => historyLineOf(row, run.origin));
    const own = lines.filter(({ originId }) => !chain.isRepeated(originId));
    for (const line of lines) {
      const row = { table: "events", id: line.originId } as const;
      if (chain.isRepeated(row.id)) run.note(row, "not_carried", "the same event stands there twice");
      else if (line.line === undefined) run.note(row, "changed", "without its words: they hold a secret");
    }
    if (run.target !== undefined) await storeLines(run.target, own);
    [last, count] = [own.at(-1) ?? last, count + own.length];
  });
  if (run.target !== undefined && last !== undefined) await anchor(run.target, last, count);
  return chain.report();
}
