import { requireOperator } from "../access/require-operator.ts";
import type { Claim } from "../claims/claim.ts";
import { epochMsOf, timestampOf } from "../claims/time.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { OutboxEntry, OutboxFailure } from "../ports/vector-sync-store.ts";
import { vectorReasonOf } from "./call-index.ts";
import { obstacleOf } from "./gate.ts";
import { WHOLE_STORE } from "./indexable.ts";
import { openTarget, registerIndex } from "./open-target.ts";
import type { PointTarget } from "./open-target.ts";
import { settleClaims } from "./settle-claims.ts";
import type { Settled } from "./settle-claims.ts";
import type { OutboxReport } from "./sync-types.ts";
import type { VectorReason } from "./types.ts";

const BATCH = 50;
const MOST_PER_RUN = 500;
const LEASE_MS = 60_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;
const MOST_ATTEMPTS = 20;

type Counts = Record<"upserted" | "policies" | "unchanged" | "deleted" | "failed", number>;

const COUNTED = { upserted: "upserted", policy: "policies", unchanged: "unchanged", deleted: "deleted" } as const;

interface Outcome {
  readonly finished: readonly OutboxEntry[];
  readonly postponed: readonly OutboxFailure[];
}

/** What is tried again waits twice as long each time; what cannot get better is stuck at once. */
function postponed(entry: OutboxEntry, failure: { readonly code: string; readonly retryable: boolean }, nowMs: number) {
  const { code, retryable } = failure;
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** entry.attempts, LONGEST_WAIT_MS);
  const isStuck = !retryable || entry.attempts + 1 >= MOST_ATTEMPTS;
  return { ...entry, code, nextAttemptAt: isStuck ? undefined : timestampOf(nowMs + waitMs) };
}

/** A point that was on its way when the claim was taken back may come after its deletion: that is done once more. */
function settlesAt(claim: Claim): number {
  return (epochMsOf(claim.updatedAt) ?? 0) + LEASE_MS;
}

function sorted(
  entries: readonly OutboxEntry[],
  claims: ReadonlyMap<number, Claim>,
  { settled, nowMs }: { readonly settled: ReadonlyMap<number, Settled>; readonly nowMs: number },
): Outcome {
  const finished: OutboxEntry[] = [];
  const late: OutboxFailure[] = [];
  for (const entry of entries) {
    const claim = claims.get(entry.claimId);
    const result = settled.get(entry.claimId);
    if (claim === undefined) finished.push(entry);
    else if (result === undefined) late.push(postponed(entry, { code: "unsettled", retryable: true }, nowMs));
    else if ("failed" in result) late.push(postponed(entry, { ...result, code: result.failed }, nowMs));
    else if (result.did === "deleted" && settlesAt(claim) > nowMs) {
      late.push({ ...entry, code: "settling", nextAttemptAt: timestampOf(settlesAt(claim)) });
    } else finished.push(entry);
  }
  return { finished, postponed: late };
}

function count(counts: Counts, settled: Iterable<Settled>): void {
  for (const result of settled) counts["did" in result ? COUNTED[result.did] : "failed"] += 1;
}

interface Run {
  readonly context: MemoryContext;
  readonly target: PointTarget;
  readonly name: string;
  readonly counts: Counts;
}

/** Does what the entries of one lease call for. @returns why the index or the embedder failed, if they did */
async function applyBatch(
  { context, target, name, counts }: Run,
  entries: readonly OutboxEntry[],
): Promise<VectorReason | undefined> {
  const { store, clock } = context;
  const ids = entries.map(({ claimId }) => claimId);
  const claims = await store.vectors.byIds(WHOLE_STORE, ids);
  try {
    const settled = await settleClaims(store.vectors, target, claims);
    count(counts, settled.values());
    const byId = new Map(claims.map((claim) => [claim.id, claim]));
    const outcome = sorted(entries, byId, { settled, nowMs: clock.nowMs() });
    await store.vectors.finish(name, outcome.finished);
    await store.vectors.postpone(name, outcome.postponed);
    return undefined;
  } catch (error) {
    const code = vectorReasonOf(error);
    if (code === undefined) throw error;
    counts.failed += entries.length;
    const late = entries.map((entry) => postponed(entry, { code, retryable: true }, clock.nowMs()));
    await store.vectors.postpone(name, late);
    return code;
  }
}

async function applyAll(run: Run): Promise<VectorReason | undefined> {
  const { store, clock, ids } = run.context;
  const owner = ids.uid(clock.nowMs());
  for (let taken = 0; taken < MOST_PER_RUN;) {
    const nowMs = clock.nowMs();
    const lease = { owner, at: timestampOf(nowMs), until: timestampOf(nowMs + LEASE_MS) };
    const entries = await store.vectors.lease(run.name, { ...lease, limit: BATCH });
    if (entries.length === 0) return undefined;
    const failure = await applyBatch(run, entries);
    if (failure !== undefined) return failure;
    taken += entries.length;
  }
  return undefined;
}

/**
 * Brings the index up to date with the claims that have changed, 500 of them at most. What has to be done follows from
 * the claims as they are now. Whatever index and embedder do, it does not fail: entries are tried again later, and are
 * stuck after 20 times.
 */
export async function drainOutbox(context: MemoryContext): Promise<OutboxReport> {
  const { vectors, store } = context;
  const counts: Counts = { upserted: 0, policies: 0, unchanged: 0, deleted: 0, failed: 0 };
  if (vectors === undefined) {
    return { ...counts, reason: "not_configured", depth: { waiting: 0, stuck: 0, oldest: undefined } };
  }
  const name = vectors.index.kind;
  const ended = async (reason: VectorReason | undefined): Promise<OutboxReport> => ({
    ...counts,
    reason,
    depth: await store.vectors.depth(name),
  });
  await registerIndex(store.vectors, vectors.index);
  const obstacle = obstacleOf(vectors);
  if (obstacle !== undefined || (await store.vectors.depth(name)).waiting === 0) return ended(obstacle);
  try {
    return await ended(await applyAll({ context, target: await openTarget(vectors), name, counts }));
  } catch (error) {
    const reason = vectorReasonOf(error);
    if (reason === undefined) throw error;
    return ended(reason);
  }
}

/** The same as a request of its own. @throws ForbiddenError `access.denied` */
export async function applyOutbox(context: MemoryContext): Promise<OutboxReport> {
  requireOperator(context.authority, "configure");
  return drainOutbox(context);
}
