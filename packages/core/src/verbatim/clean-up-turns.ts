import { timestampOf } from "../claims/time.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { TurnSelection, TurnWeight, VerbatimStore } from "../ports/verbatim-store.ts";
import { requireLocal } from "./require-local.ts";
import type { TurnAnalysis, TurnCleanupOptions, TurnCleanupResult, TurnRetention } from "./types.ts";

/** Turns deleted in one transaction. */
const BATCH = 500;
/** Turns that retention looks at in one run. */
const SCANNED = 100_000;
const DAY_MS = 86_400_000;
const BOUNDS = { days: 30, bytes: 512 * 1024 * 1024, sessions: 75_000 } as const;

/** How what this program itself puts before a model begins: a turn that does so was not said by anybody. */
export const OWN_BEGINNINGS: readonly string[] = ["# Relevant Memory Claims", "<memory-context>"];

type Context = Pick<MemoryContext, "store" | "authority" | "clock">;

async function* selected(verbatim: VerbatimStore, selection: TurnSelection): AsyncGenerator<readonly number[]> {
  for (
    let ids = await verbatim.select(selection, 0, BATCH);
    ids.length > 0;
    ids = await verbatim.select(selection, ids.at(-1) ?? 0, BATCH)
  )
    yield ids;
}

async function countSelected(verbatim: VerbatimStore, selection: TurnSelection): Promise<number> {
  let count = 0;
  for await (const ids of selected(verbatim, selection)) count += ids.length;
  return count;
}

/** @throws ForbiddenError `access.denied` for a team */
export async function analyzeTurns({ store: { verbatim }, authority }: Context): Promise<TurnAnalysis> {
  requireLocal(authority, "compact");
  const { turns, contents } = await verbatim.census();
  return {
    total: turns,
    distinctContents: contents,
    duplicates: await countSelected(verbatim, "duplicates"),
    junk: await countSelected(verbatim, { beginnings: OWN_BEGINNINGS }),
  };
}

/** Deletes, or counts what would be deleted, each turn once. */
type Sweep = (ids: readonly number[]) => Promise<number>;

function createSweep(verbatim: VerbatimStore, dryRun: boolean): Sweep {
  const seen = new Set<number>();
  return async (ids) => {
    if (!dryRun) return verbatim.remove(ids);
    const before = seen.size;
    for (const id of ids) seen.add(id);
    return seen.size - before;
  };
}

async function sweepSelected(verbatim: VerbatimStore, sweep: Sweep, selection: TurnSelection): Promise<number> {
  let taken = 0;
  for await (const ids of selected(verbatim, selection)) taken += await sweep(ids);
  return taken;
}

/** Takes the oldest turns as long as they are too old, or what is left is too much. */
async function retain({ store: { verbatim }, clock }: Context, take: Sweep): Promise<TurnRetention> {
  const since = timestampOf(clock.nowMs() - BOUNDS.days * DAY_MS);
  let { bytes, sessions } = await verbatim.census();
  const isTooMuch = (): boolean => bytes > BOUNDS.bytes || sessions > BOUNDS.sessions;
  let [candidateRows, deleted, isDone] = [0, 0, false];
  let last: TurnWeight | undefined;
  while (!isDone && candidateRows < SCANNED) {
    const page = await verbatim.oldest(last, BATCH);
    last = page.at(-1);
    const kept = page.findIndex((turn) => {
      if (turn.timestamp >= since && !isTooMuch()) return true;
      bytes -= turn.bytes;
      if (turn.endsSession) sessions -= 1;
      return false;
    });
    const going = kept === -1 ? page : page.slice(0, kept);
    isDone = going.length < BATCH;
    candidateRows += going.length;
    if (going.length > 0) deleted += await take(going.map(({ id }) => id));
  }
  return { candidateRows, retainedBytes: bytes, withinBounds: isDone && !isTooMuch(), truncated: !isDone, deleted };
}

/**
 * Takes away turns that a session holds twice, that this program wrote itself, and that are too old or too much; without
 * `dryRun: false` it says what would go.
 *
 * @throws ForbiddenError `access.denied` for a team
 */
export async function cleanUpTurns(context: Context, options: TurnCleanupOptions = {}): Promise<TurnCleanupResult> {
  requireLocal(context.authority, "compact");
  const { dryRun = true, dedup = true, purgeJunk = false, retention = false } = options;
  const { verbatim } = context.store;
  const sweep = createSweep(verbatim, dryRun);
  const before = (await verbatim.census()).turns;
  const dedupDeleted = dedup ? await sweepSelected(verbatim, sweep, "duplicates") : 0;
  const beginnings = { beginnings: OWN_BEGINNINGS };
  const junkDeleted = purgeJunk ? await sweepSelected(verbatim, sweep, beginnings) : 0;
  const retained = await retain(context, retention ? sweep : async () => 0);
  const deleted = dedupDeleted + junkDeleted + retained.deleted;
  const after = dryRun ? before - deleted : (await verbatim.census()).turns;
  return { dryRun, dedupDeleted, junkDeleted, retention: retained, beforeTotal: before, afterTotal: after };
}
