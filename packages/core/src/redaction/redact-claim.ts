import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import { invalidField } from "../claims/check-text.ts";
import type { Claim } from "../claims/claim.ts";
import { resolveClaim } from "../claims/resolve-claim.ts";
import { timestampOf } from "../claims/time.ts";
import { reloadClaim } from "../claims/update-claim.ts";
import { recordEvents } from "../events/record-events.ts";
import { ForbiddenError } from "../errors/errors.ts";
import { checkActor, checkReason } from "../governance/check-actor.ts";
import type { ClaimRef, MemoryContext, RedactRequest, RedactResult } from "../memory-types.ts";
import { deletePointNow } from "../vector/delete-point.ts";
import { finishPendingErase, purgeFiles } from "./purge-files.ts";
import { REDACTION_MODES } from "./redacted-words.ts";
import type { RedactionMode } from "./redacted-words.ts";
import { refuseRepeatedWords, repeatingEvents } from "./repeated-words.ts";
import { originalOf, sealOriginal } from "./seal-original.ts";
import { eraseBeside, isEmpty, planRedaction, writePlan } from "./write-redaction.ts";
import type { RedactedParts } from "./write-redaction.ts";

interface CheckedRequest {
  readonly mode: RedactionMode;
  readonly parts: RedactedParts;
  readonly actor: string;
  readonly reason: string | undefined;
}

function checkRequest(context: MemoryContext, request: RedactRequest): CheckedRequest {
  const mode = REDACTION_MODES.find((known) => known === request.mode);
  if (mode === undefined) throw invalidField("input.invalid", "mode", "is neither redact nor erase");
  const parts = { claim: request.claim ?? true, citations: request.citations ?? true };
  if (mode === "erase" && context.authority.mode === "team") {
    const why = "sealed originals and the history of other stores are out of a team's reach";
    throw new ForbiddenError("access.denied", `Only the operator can erase, since ${why}: redact instead`);
  }
  if (!parts.claim && !parts.citations) {
    throw invalidField("input.invalid", "redact_claim", "and redact_citations are both off: nothing is left to do");
  }
  return { mode, parts, actor: checkActor(context, request.actor), reason: checkReason(request.reason) };
}

type Written = Pick<
  RedactResult,
  "changed" | "claimRows" | "citationRows" | "eventDetails" | "eventId" | "sealed" | "warnings"
>;

const UNCHANGED: Written = {
  changed: false,
  claimRows: 0,
  citationRows: 0,
  eventDetails: 0,
  eventId: undefined,
  sealed: false,
  warnings: [],
};

async function recordAudit(
  store: MemoryContext["store"],
  claim: Claim,
  audit: CheckedRequest & { readonly at: string; readonly sealedEventId: number | undefined },
): Promise<number | undefined> {
  const { mode, parts, actor, reason, sealedEventId, at } = audit;
  const [eventId] = await recordEvents(store, [
    {
      claimId: claim.id,
      eventType: "audit",
      details: mode === "erase" ? "claim_payload_erased" : "claim_payload_redacted",
      payload: {
        actor,
        mode,
        redact_claim: parts.claim,
        redact_citations: parts.citations,
        ...(reason !== undefined && { reason }),
        ...(sealedEventId !== undefined && { sealed_event_id: sealedEventId }),
      },
      tenantId: claim.tenantId,
      createdAt: at,
    },
  ]);
  return eventId;
}

/** Whoever redacts keeps earlier seals and side rows when there is nothing to take; whoever erases wants those gone too. */
async function write(context: MemoryContext, claim: Claim, asked: CheckedRequest): Promise<Written> {
  const { store, clock } = context;
  const { mode, parts } = asked;
  const plan = planRedaction(claim, parts, mode);
  if (mode === "redact" && isEmpty(plan)) return UNCHANGED;
  const at = timestampOf(clock.nowMs());
  const history = await store.events.history(claim.id, Number.MAX_SAFE_INTEGER);
  const sealedEventId =
    mode === "redact" ? await sealOriginal(context, originalOf(claim, plan, history), { ...claim, at }) : undefined;
  const { events: eventDetails, others } = await eraseBeside(store, claim, mode);
  if (isEmpty(plan) && eventDetails + others === 0) return UNCHANGED;
  await writePlan(store, claim, { plan, at });
  const repeating = repeatingEvents(claim, parts, history);
  return {
    changed: true,
    claimRows: plan.words === undefined ? 0 : 1,
    citationRows: plan.citationRows,
    eventDetails,
    eventId: await recordAudit(store, claim, { ...asked, at, sealedEventId }),
    sealed: sealedEventId !== undefined,
    warnings: repeating.length === 0 ? [] : [`words_remain_in_events:${repeating.join(",")}`],
  };
}

/**
 * Takes the words of a claim away, or those of its citations, or both, in one transaction with the event that says so.
 * Status and history stay. Then the point of the claim is taken from the vector index, if that answers. An erasure also
 * cleans the files of the database, which may take as long as rewriting them.
 *
 * @throws InvalidInputError `input.*`, also for a reason that repeats what is to disappear
 * @throws NotFoundError, ConflictError as `resolveClaim`; ForbiddenError `access.denied`
 */
export async function redactClaim(
  context: MemoryContext,
  ref: ClaimRef,
  request: RedactRequest,
): Promise<RedactResult> {
  authorize(context.authority, "delete");
  const asked = checkRequest(context, request);
  const viewer = governingViewer(context.authority);
  const { store } = context;
  const done = await store.transaction(async () => {
    const { id } = await resolveClaim(store, viewer, ref);
    const claim = await reloadClaim(store, viewer, id);
    refuseRepeatedWords(asked.reason, claim, asked.parts);
    const written = await write(context, claim, asked);
    return { ...written, claim: written.changed ? await reloadClaim(store, viewer, id) : claim };
  });
  const cleans = asked.mode === "erase" && done.changed;
  const files = cleans
    ? await purgeFiles(context)
    : asked.mode === "erase"
      ? await finishPendingErase(context)
      : undefined;
  const vector = await deletePointNow(context, done.claim);
  return {
    ...done,
    mode: asked.mode,
    redactClaim: asked.parts.claim,
    redactCitations: asked.parts.citations,
    vector,
    files,
    warnings: vector === "pending" ? [...done.warnings, "vector_pending"] : done.warnings,
  };
}
