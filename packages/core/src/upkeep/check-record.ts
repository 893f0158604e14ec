import { CLAIM_STATUSES } from "../claims/claim.ts";
import type { ClaimStatus } from "../claims/claim.ts";
import { canTransition } from "../claims/lifecycle.ts";
import { readAnchors } from "../events/anchor-check.ts";
import type { MemoryEvent } from "../events/event.ts";
import { createProposalFold } from "../events/fold-proposals.ts";
import type { ProposalFold } from "../events/fold-proposals.ts";
import { createChainCheck } from "../events/verify-events.ts";
import { walkEvents } from "../events/walk-events.ts";
import type { ChainReport } from "../events/chain-report.ts";
import type { Store } from "../ports/store.ts";
import { historyIssues } from "./check-history.ts";
import { compareProposals } from "./compare-proposals.ts";
import type { ProposalIssue, ReconcileReport, TransitionIssue, TransitionReason } from "./types.ts";

const SHOWN_ISSUES = 500;

const isStatus = (status: string): status is ClaimStatus => (CLAIM_STATUSES as readonly string[]).includes(status);

/** An undo leads anywhere back, and storing an archived fact once more revives it. */
function mayLeadBack({ eventType, fromStatus, toStatus, details }: MemoryEvent): boolean {
  const isRevival = fromStatus === "archived" && toStatus === "candidate";
  return eventType === "undo" || (isRevival && details?.startsWith("reingest_revival:") === true);
}

function transitionFault(event: MemoryEvent): TransitionReason | undefined {
  const { fromStatus: from, toStatus: to } = event;
  if ([from, to].some((status) => status !== undefined && !isStatus(status))) return "unknown_status";
  if (from === undefined || to === undefined || from === to || mayLeadBack(event)) return undefined;
  return canTransition(from as ClaimStatus, to as ClaimStatus) ? undefined : "invalid_transition";
}

function transitionIssues(events: readonly MemoryEvent[]): readonly TransitionIssue[] {
  return events.flatMap((event) => {
    const reason = transitionFault(event);
    if (reason === undefined) return [];
    return { reason, claimId: event.claimId, eventId: event.id, from: event.fromStatus, to: event.toStatus };
  });
}

/** Proposals that somebody files or resolves between two reads differ once, but not again behind his events. */
async function lastingProposalIssues(
  store: Store,
  fold: ProposalFold,
  lastId: number,
): Promise<readonly ProposalIssue[]> {
  const seen = compareProposals(fold.open(), await store.proposals.listAll());
  if (seen.length === 0) return [];
  await walkEvents(store, lastId, (page) => page.forEach(({ event }) => fold.add(event)));
  const again = compareProposals(fold.open(), await store.proposals.listAll());
  return again.filter((one) => seen.some(({ eventId, reason }) => eventId === one.eventId && reason === one.reason));
}

export interface RecordCheck {
  readonly chain: ChainReport;
  readonly reconcile: ReconcileReport;
}

/** Walks through all events once, in constant memory, and compares what must agree with them. */
export async function checkRecord(store: Store): Promise<RecordCheck> {
  const chain = createChainCheck(await readAnchors(store), undefined);
  const fold = createProposalFold();
  const transitions: TransitionIssue[] = [];
  const lastId = await walkEvents(store, 0, (page) => {
    const events = page.map(({ event }) => event);
    chain.see(page);
    events.forEach((event) => fold.add(event));
    transitions.push(...transitionIssues(events));
    transitions.length = Math.min(transitions.length, SHOWN_ISSUES);
  });
  const openProposals = await lastingProposalIssues(store, fold, lastId);
  const rows = await store.upkeep.findRowIssues(SHOWN_ISSUES);
  const differing = rows.statusDiffers.map((claimId) => ({
    reason: "status_differs" as const,
    claimId,
    eventId: undefined,
    from: undefined,
    to: undefined,
  }));
  const reconcile = { rows, transitions: [...transitions, ...differing].slice(0, SHOWN_ISSUES), openProposals };
  const own = chain.report();
  const issues = [...own.issues, ...(await historyIssues(store))];
  return { chain: { ...own, issues, valid: issues.length === 0 }, reconcile };
}
