import { ConflictError, NotFoundError } from "../errors/errors.ts";
import type { MemoryEvent } from "../events/event.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import type { Store } from "../ports/store.ts";
import { blockedUndo, byClaim, namedEvents } from "./blocked-undo.ts";
import type { Blocker } from "./blocked-undo.ts";
import { effectOf } from "./event-effect.ts";
import { runOrRehearse } from "./run-or-rehearse.ts";
import { touchedBy } from "./touched-values.ts";
import type { UndoOptions, UndoResult } from "./types.ts";
import { undoOne } from "./undo-one.ts";
import type { UndoRun } from "./undo-run.ts";
import type { WireUndo } from "./wire.ts";

/** Events of one transaction. */
const BATCH = 200;

/** One pass over the members of a job. */
interface Pass extends UndoRun {
  readonly job: NonNullable<UndoRun["job"]>;
  /** Grows as the pass goes on. */
  readonly blockers: Blocker[];
}

/** Kinds that brought something in which their undo would not take away, whatever their payload says. */
const BRING_IN: ReadonlySet<string> = new Set(["ingest", "merge"]);

/** A note, or a confidence, which is worked out again: a job is undone without them. */
function needsNoUndo(event: MemoryEvent): boolean {
  if (event.eventType === "confidence") return true;
  return effectOf(event) === undefined && touchedBy(event).length === 0 && !BRING_IN.has(event.eventType);
}

/** What concerns one member alone; that nothing at all may be confirmed is told as it is. */
function isBlocked(error: unknown): error is ConflictError | NotFoundError {
  return error instanceof NotFoundError || (error instanceof ConflictError && error.code !== "claim.frozen");
}

/** What its refusal names as being in the way of a member; the member itself when that names nothing. */
function blockersOf({ id, claimId }: MemoryEvent, { details }: ConflictError | NotFoundError): readonly Blocker[] {
  const blocked = (details["blocked"] ?? []) as WireUndo["blocked"];
  const named = blocked.flatMap((one) => one.event_ids.map((own) => ({ id: own, claimId: one.claim_id ?? undefined })));
  return named.length > 0 ? named : [{ id, claimId }];
}

/** A part of a pass with results of its own, since work that a database runs again must not be told of twice. */
const partOf = (pass: Pass): Pass => ({
  ...pass,
  ...{ undoEventIds: [], restored: [], blockers: [] },
  job: { runId: pass.job.runId, leftOut: new Set(pass.job.leftOut) },
});

function take(pass: Pass, part: Pass): void {
  pass.undoEventIds.push(...part.undoEventIds);
  pass.restored.push(...part.restored);
  pass.blockers.push(...part.blockers);
  for (const id of part.job.leftOut) pass.job.leftOut.add(id);
}

async function undoMember(pass: Pass, entry: HistoryEntry): Promise<void> {
  const { event } = entry;
  if (needsNoUndo(event)) return;
  const own: UndoRun = { ...pass, undoEventIds: [], restored: [] };
  try {
    await pass.context.store.transaction(() => undoOne(own, entry));
    pass.undoEventIds.push(...own.undoEventIds);
    pass.restored.push(...own.restored);
  } catch (error) {
    if (!isBlocked(error)) throw error;
    pass.job.leftOut.add(event.id);
    pass.blockers.push(...blockersOf(event, error));
  }
}

/** Sees to every member, newest first, until the signal ends it. @returns how many it saw to */
async function eachMember(
  pass: Pass,
  { signal, onProgress }: UndoOptions,
  { batch, total }: { readonly batch: Store["transaction"]; readonly total?: number | undefined },
): Promise<number> {
  const { context, viewer, job } = pass;
  let beforeId: number | undefined;
  for (let done = 0; ;) {
    if (signal?.aborted === true) return done;
    const { members, part } = await batch(async () => {
      const own = partOf(pass);
      const found = await context.store.events.ofRun(viewer, job.runId, { beforeId, limit: BATCH });
      for (const entry of found) await undoMember(own, entry);
      return { members: found, part: own };
    });
    take(pass, part);
    done += members.length;
    await onProgress?.(done, total);
    beforeId = members.at(-1)?.event.id;
    if (members.length < BATCH) return done;
  }
}

function refuse(event: MemoryEvent, blockers: readonly Blocker[]): never {
  const claims = new Set(blockers.map(({ claimId }) => claimId)).size;
  const named = `${claims} claim${claims === 1 ? " is" : "s are"} blocked by ${namedEvents(blockers)}`;
  throw blockedUndo(event, `${named} in its job; undo that first, or leave them out with --partial`, blockers);
}

/**
 * Takes back a whole job, newest event first, in transactions of at most 200 events. Without `partial` everything is
 * rehearsed before, and what is blocked keeps all of it from being done; a claim that another writer changes between
 * rehearsal and undo is left out and told. What is undone already is left alone, so that a job whose undo was cut off is
 * completed by undoing it again. Members that the caller may not see stay as they are.
 *
 * @throws ConflictError `undo.blocked`: the event belongs to no job, or members are blocked
 */
export async function undoJob(run: UndoRun, event: MemoryEvent, options: UndoOptions): Promise<UndoResult> {
  const { store, ids, clock } = run.context;
  const { dryRun = false, partial = false } = options;
  const { runId } = event;
  if (runId === undefined) throw blockedUndo(event, "it belongs to no job; leave out --run");
  const job = { runId, leftOut: new Set<number>() };
  const first: Pass = { ...run, job, blockers: [], runId: ids.uid(clock.nowMs()) };
  let total: number | undefined;
  if (!partial || dryRun) {
    const pass = partOf(first);
    const work = (): Promise<number> => eachMember(pass, options, { batch: (inside) => inside() });
    total = await runOrRehearse(store, work, { dryRun: true });
    if (!partial && pass.blockers.length > 0) refuse(event, pass.blockers);
    if (dryRun) return { undoEventIds: [], restored: pass.restored, blocked: byClaim(pass.blockers) };
  }
  const pass = partOf(first);
  await eachMember(pass, options, { batch: (inside) => store.transaction(inside), total });
  return { undoEventIds: pass.undoEventIds, restored: pass.restored, blocked: byClaim(pass.blockers) };
}
