import type { Citation } from "../claims/citation.ts";
import type { Claim } from "../claims/claim.ts";
import { LIMITS } from "../claims/limits.ts";
import type { NewEvent } from "../events/event.ts";
import type { NewCitation } from "../ports/claim-store.ts";
import type { Batch, QueuedReplacement } from "./batch.ts";
import { citationEvent, replacementProposal, revivalEvent } from "./claim-events.ts";
import { cleanCitations, cleanEvents } from "./clean-parts.ts";
import { findStored } from "./find-stored.ts";
import type { StoredAnswer } from "./find-stored.ts";
import { ignoredFields } from "./ignored-fields.ts";
import type { PreparedClaim } from "./prepared-claim.ts";
import type { IngestResult } from "./types.ts";
import { isCurrent, isLive } from "./validity.ts";

/** What an ingest that meets a stored claim will do to it. */
export interface PlannedAnswer {
  readonly item: PreparedClaim;
  readonly answer: StoredAnswer;
  /** As stored now, with citations. */
  readonly stored: Claim;
  /** Evidence that it lacks. */
  readonly lacking: readonly NewCitation[];
  readonly replacement: QueuedReplacement | undefined;
}

/** Ingest compares with every row of the namespace, whoever owns it; what it returns are rows that the caller's own claim equals. */
async function readClaims(batch: Batch, ids: readonly number[]): Promise<readonly Claim[]> {
  const { authority, store } = batch.context;
  const reader = { tenantId: authority.tenantId, agent: undefined, grantedScopes: undefined, allowSensitive: true };
  const claims = await store.claims.getMany(reader, ids, true);
  for (const claim of claims) batch.index.replace(claim);
  return claims;
}

/** Loads the claim with its citations; on the first need those of all later items too, so that a batch of known claims costs one read. */
async function loadStored(batch: Batch, at: number, { claim }: StoredAnswer["match"]): Promise<Claim> {
  if (claim.citations.length > 0) return claim;
  const later = batch.items.slice(at).flatMap((item) => findStored(item, batch.index, batch.now)?.match.claim ?? []);
  const ids = new Set([claim.id, ...later.filter(({ citations }) => citations.length === 0).map(({ id }) => id)]);
  const loaded = await readClaims(batch, [...ids]);
  return loaded.find(({ id }) => id === claim.id) ?? claim;
}

const sameEvidence = (a: NewCitation, b: Citation): boolean =>
  a.source === b.source && a.locator === b.locator && a.excerpt === b.excerpt;

function lackingCitations(item: PreparedClaim, stored: Claim): readonly NewCitation[] {
  if (item.given.citations.length === 0) return [];
  const lacking = item.draft.citations.filter((given) => !stored.citations.some((known) => sameEvidence(given, known)));
  return lacking.slice(0, Math.max(0, LIMITS.citationsPerClaim - stored.citations.length));
}

export async function planAnswer(
  batch: Batch,
  at: number,
  found: { readonly answer: StoredAnswer; readonly replacement: QueuedReplacement | undefined },
): Promise<PlannedAnswer | undefined> {
  const item = batch.items[at];
  if (item === undefined) return undefined;
  const { answer } = found;
  const stored = await loadStored(batch, at, answer.match);
  const takesEvidence = answer.by !== "key" && (answer.revive || stored.status !== "archived");
  return { item, ...found, stored, lacking: takesEvidence ? lackingCitations(item, stored) : [] };
}

/** Whether the answer changes the store: what waits must be written before it. */
export function writesAnything({ answer, lacking, replacement }: PlannedAnswer): boolean {
  return answer.revive || lacking.length > 0 || replacement !== undefined;
}

async function revive(batch: Batch, plan: PlannedAnswer): Promise<readonly NewEvent[]> {
  const { stored, item, answer } = plan;
  if (!answer.revive) return [];
  const patch = { status: "candidate", archivedAt: undefined, updatedAt: batch.now } as const;
  const revived = await batch.context.store.claims.update(stored.id, stored.version, patch);
  // Another writer has changed it meanwhile: its row, as it now is, is the answer.
  return revived === undefined ? [] : [revivalEvent(stored, item.draft.sourceAgent, batch.now)];
}

async function addEvidence(batch: Batch, { stored, lacking }: PlannedAnswer): Promise<readonly NewEvent[]> {
  if (lacking.length === 0) return [];
  const ids = await batch.context.store.claims.addCitations(stored.id, cleanCitations(lacking), batch.now);
  return lacking.flatMap((citation, index) => {
    const id = ids[index];
    return id === undefined ? [] : [citationEvent(stored, { id, citation }, batch.now)];
  });
}

function answerWarnings(plan: PlannedAnswer, now: string): readonly string[] {
  const { item, answer, stored } = plan;
  const isOtherFact = stored.text !== item.draft.text || stored.status === "superseded" || !isCurrent(stored, now);
  const ignored = ignoredFields(item, stored);
  const lostEvidence = answer.by === "key" && lackingCitations(item, stored).length > 0 ? ["citations"] : [];
  const names = [...ignored, ...lostEvidence];
  return [
    ...(answer.by === "key" && isOtherFact ? ["idempotency_key_reused"] : []),
    ...(names.length === 0 ? [] : [`ignored_fields:${names.join(",")}`]),
  ];
}

interface Filed {
  readonly events: readonly NewEvent[];
  readonly warnings: readonly string[];
}

function fileReplacement(claim: Claim, replacement: QueuedReplacement | undefined, now: string): Filed {
  if (replacement === undefined) return { events: [], warnings: [] };
  if (replacement.openEventId !== undefined) return { events: [], warnings: ["supersession_already_open"] };
  // What is retired itself cannot take another claim's place.
  if (!isLive(claim)) return { events: [], warnings: ["supersession_not_queued"] };
  return { events: [replacementProposal(claim, replacement, now)], warnings: ["supersession_queued"] };
}

/** Carries out what was planned; whatever waited before it has been written. */
export async function writeAnswer(batch: Batch, plan: PlannedAnswer): Promise<IngestResult> {
  const { stored, replacement } = plan;
  const { store } = batch.context;
  const revival = await revive(batch, plan);
  const evidence = await addEvidence(batch, plan);
  const changed = revival.length + evidence.length > 0 || plan.answer.revive;
  const claim = (changed ? (await readClaims(batch, [stored.id]))[0] : undefined) ?? stored;
  const proposal = fileReplacement(claim, replacement, batch.now);
  const events = [...revival, ...evidence, ...proposal.events];
  const ids = events.length === 0 ? [] : await store.events.append(cleanEvents(events));
  return {
    claim,
    deduplicated: true,
    revived: revival.length > 0,
    warnings: [...answerWarnings(plan, batch.now), ...proposal.warnings],
    redactions: plan.item.redactions,
    proposalEventId: replacement?.openEventId ?? (proposal.events.length > 0 ? ids.at(-1) : undefined),
  };
}
