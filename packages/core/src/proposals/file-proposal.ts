import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";
import { sha256Hex, UNIT_SEPARATOR } from "../claims/identity.ts";
import { LIMITS } from "../claims/limits.ts";
import { timestampOf } from "../claims/time.ts";
import type { JsonObject, MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { auditedProposal, proposalDetails } from "../events/proposal.ts";
import { recordEvent } from "../events/record-event.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { ProposalKind } from "../ports/proposal-store.ts";
import { PROPOSED_STATUS } from "./is-settled.ts";

/** How long what was turned down is not asked again. */
const QUIET_DAYS = 30;
const DAY_MS = 86_400_000;

const TURNED_DOWN = ["steward_proposal_rejected", "steward_proposal_expired"];

/** A question to a person about a claim. */
export interface ProposalDraft {
  readonly target: Claim;
  readonly kind: ProposalKind;
  /** The claim that replaces or contradicts it. */
  readonly other?: Pick<Claim, "id"> | undefined;
  /** Who asks: `validator`, `steward`, … */
  readonly source: string;
  /** `{code, detail}`; names claims, quotes none. */
  readonly reasons: readonly JsonObject[];
  /** 0..1. */
  readonly priority: number;
  /** What else the event says. */
  readonly extra?: JsonObject | undefined;
}

/** Two drafts with the same one ask the same about the same state of the claim. */
function fingerprintOf({ kind, other, target, reasons }: ProposalDraft): string {
  const codes = reasons.map(({ code }) => JSON.stringify(code)).sort();
  return sha256Hex([kind, other?.id ?? "", target.version, ...codes].join(UNIT_SEPARATOR)).slice(0, 16);
}

async function isOpen({ store }: MemoryContext, { target, kind, other }: ProposalDraft): Promise<boolean> {
  const open = await store.proposals.listOpen([target.id]);
  // A claim is replaced once: further replacements wait for what becomes of the first.
  return open.some(
    (one) => one.kind === kind && (kind === "superseded_candidate" || one.candidateClaimId === other?.id),
  );
}

async function filedFingerprints(
  { store }: MemoryContext,
  viewer: Viewer,
  answers: readonly MemoryEvent[],
): Promise<readonly unknown[]> {
  const ids = answers.flatMap((event) => auditedProposal(event) ?? []);
  if (ids.length === 0) return [];
  const { items } = await store.events.list(viewer, { ids }, { limit: LIMITS.listLimit });
  return items.map((event) => payloadOf(event)?.["evidence_fingerprint"]);
}

async function wasTurnedDown(
  context: MemoryContext,
  viewer: Viewer,
  { claimId, fingerprint }: { readonly claimId: number; readonly fingerprint: string },
): Promise<boolean> {
  const since = timestampOf(context.clock.nowMs() - QUIET_DAYS * DAY_MS);
  const filter = { claimId, eventType: "audit", details: TURNED_DOWN, since };
  const { items } = await context.store.events.list(viewer, filter, { limit: LIMITS.listLimit });
  return (await filedFingerprints(context, viewer, items)).includes(fingerprint);
}

/**
 * Asks a person, in the caller's transaction, unless the same question is open or was turned down within 30 days.
 *
 * @returns the event that filed it; `undefined` when it was not filed
 */
export async function fileProposal(
  context: MemoryContext,
  viewer: Viewer,
  draft: ProposalDraft,
): Promise<number | undefined> {
  const { target, kind, other } = draft;
  const fingerprint = fingerprintOf(draft);
  if (await isOpen(context, draft)) return undefined;
  if (await wasTurnedDown(context, viewer, { claimId: target.id, fingerprint })) return undefined;
  return recordEvent(context.store, {
    claimId: target.id,
    tenantId: target.tenantId,
    createdAt: timestampOf(context.clock.nowMs()),
    eventType: "policy_decision",
    details: proposalDetails(kind),
    payload: {
      proposal_type: "review_queue_item",
      apply_requested: false,
      source: draft.source,
      decision: kind,
      proposed_status: PROPOSED_STATUS[kind],
      priority: draft.priority,
      reasons: draft.reasons,
      ...(other !== undefined && {
        [kind === "superseded_candidate" ? "replaced_by_claim_id" : "related_claim_id"]: other.id,
      }),
      claim_version: target.version,
      evidence_fingerprint: fingerprint,
      ...draft.extra,
    },
  });
}
