import type { Claim } from "../claims/claim.ts";
import { findTupleHolder } from "../claims/require-confirmable.ts";
import { supersedeClaim } from "../claims/supersede.ts";
import { epochMsOf, timestampOf } from "../claims/time.ts";
import { updateClaim } from "../claims/update-claim.ts";
import { recordEvents } from "../events/record-events.ts";
import { conflictProposal } from "../ingest/claim-events.ts";
import { bothDiffer } from "../ingest/find-conflicts.ts";
import type { ClaimPatch } from "../ports/claim-store.ts";
import type { Store } from "../ports/store.ts";
import { claimOfRow } from "./adopting.ts";
import type { Adopting } from "./adopting.ts";

/** A claim that would become confirmed beside another one that is, for the same subject and predicate. */
interface Rivalry {
  readonly holder: Claim;
  /** They say different things, and a person decides; else the better one replaces the other. */
  readonly outcome: "conflict" | "wins" | "loses";
}

/** Compared from the left, the greater one first. */
const rankOf = ({ pinned, updatedAt, confidence, citations }: Claim): readonly (number | string)[] => [
  ...[Number(pinned), updatedAt],
  ...[confidence, citations.length],
];

function isBetter(claim: Claim, holder: Claim): boolean {
  const [own, its] = [rankOf(claim), rankOf(holder)];
  const place = own.findIndex((value, at) => value !== its[at]);
  return place === -1 ? claim.uid < holder.uid : (own[place] ?? 0) > (its[place] ?? 0);
}

/** @param claim as it would be, with citations */
export async function findRivalry(store: Pick<Store, "claims" | "dump">, claim: Claim): Promise<Rivalry | undefined> {
  const found = claim.status === "confirmed" ? await findTupleHolder(store, claim) : undefined;
  if (found === undefined) return undefined;
  const row = (await store.dump.claimsByUid([found.uid])).get(found.uid) ?? {};
  const holder = claimOfRow(row, await store.dump.ofClaims("citations", [found.id]));
  if (bothDiffer(claim.objectValue, holder.objectValue)) return { holder, outcome: "conflict" };
  return { holder, outcome: isBetter(claim, holder) ? "wins" : "loses" };
}

/** What the claim is until the rivalry is settled. A demotion is a change of its own, so that it reaches the other side. */
export function rivalPatch(claim: Claim, rivalry: Rivalry | undefined, now: string): Partial<ClaimPatch> {
  if (rivalry === undefined) return {};
  const candidate = { status: "candidate", confirmedBy: undefined } as const;
  if (rivalry.outcome !== "conflict") return candidate;
  const later = timestampOf((epochMsOf(claim.updatedAt) ?? 0) + 1_000);
  return { ...candidate, pinned: false, updatedAt: later > now ? later : now };
}

interface Settled {
  readonly uid: string;
  /** Absent = there is nothing to settle. */
  readonly rivalry: Rivalry | undefined;
  /** What the claim becomes when it wins. */
  readonly final: ClaimPatch;
}

async function storedClaim({ context: { store } }: Adopting, uid: string): Promise<Claim> {
  return claimOfRow((await store.dump.claimsByUid([uid])).get(uid) ?? {}, []);
}

/** Asks a person which of the two holds, unless that has been asked. */
async function fileConflict(by: Adopting, uid: string, holder: Claim): Promise<void> {
  const { store } = by.context;
  const claim = await storedClaim(by, uid);
  const open = await store.proposals.listOpen([holder.id]);
  if (open.some(({ kind, candidateClaimId }) => kind === "conflicted" && candidateClaimId === claim.id)) return;
  const older = { claim: holder, nearHash: undefined, twinHash: undefined };
  const proposal = conflictProposal(claim, { code: "tuple_conflict", older });
  const payload = { ...proposal.payload, run_id: by.options.runId };
  await recordEvents(store, [{ ...proposal, payload, createdAt: by.now }]);
}

async function replaceWorse(by: Adopting, { uid, rivalry, final }: Settled): Promise<void> {
  if (rivalry === undefined || rivalry.outcome === "conflict") return;
  const { store } = by.context;
  // As they are now: settling the claim may have taken the pointer back from the holder.
  const [claim, holder] = [await storedClaim(by, uid), await storedClaim(by, rivalry.holder.uid)];
  const isWon = rivalry.outcome === "wins";
  const pair = isWon ? { old: holder, replacement: claim } : { old: claim, replacement: holder };
  await supersedeClaim(by.context, { ...pair, runId: by.options.runId }, `${by.options.eventType}_rival`);
  if (isWon) await updateClaim(store, await storedClaim(by, uid), final);
}

/**
 * Settles it for a claim that is stored as `rivalPatch` says.
 *
 * @param record records what the claim became; a winner is confirmed before, a loser replaced after it
 */
export async function settleRivalry(by: Adopting, settled: Settled, record: () => Promise<void>): Promise<void> {
  const { uid, rivalry } = settled;
  if (rivalry?.outcome === "wins") await replaceWorse(by, settled);
  await record();
  if (rivalry?.outcome === "loses") await replaceWorse(by, settled);
  if (rivalry?.outcome === "conflict") await fileConflict(by, uid, rivalry.holder);
}
