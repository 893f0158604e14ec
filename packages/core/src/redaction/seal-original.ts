import type { Claim } from "../claims/claim.ts";
import type { EventContent } from "../events/event.ts";
import { recordEvents } from "../events/record-events.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { CitationWords } from "../ports/claim-store.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import type { Sealer } from "../security/sealer.ts";
import type { RedactionPlan } from "./write-redaction.ts";

/** Details of the event that a sealed original belongs to. */
export const PAYLOAD_SEALED = "sensitive_payload_encrypted";

/** The words of a claim that its own row holds. */
export type OriginalWords = Pick<
  Claim,
  "text" | "subject" | "predicate" | "objectValue" | "normalizedText" | "idempotencyKey" | "contentHash"
>;

/** What a redaction took away. Parts that it left alone are absent. */
export interface SealedOriginal {
  /** Ties the seal to its claim. */
  readonly uid: string;
  readonly words?: OriginalWords | undefined;
  readonly citations?: readonly CitationWords[] | undefined;
  /** Side rows of the claim's events. */
  readonly contents: readonly (EventContent & { readonly eventId: number })[];
}

function wordsOf({ text, subject, predicate, objectValue, ...claim }: Claim): OriginalWords {
  const { normalizedText, idempotencyKey, contentHash } = claim;
  return { text, subject, predicate, objectValue, normalizedText, idempotencyKey, contentHash };
}

/** @param claim with its citations, as it still is */
export function originalOf(claim: Claim, plan: RedactionPlan, history: readonly HistoryEntry[]): SealedOriginal {
  return {
    uid: claim.uid,
    words: plan.words === undefined ? undefined : wordsOf(claim),
    citations: plan.citationRows === 0 ? undefined : claim.citations,
    contents: history.flatMap(({ event, content }) =>
      content === undefined ? [] : [{ eventId: event.id, ...content }],
    ),
  };
}

const WIRE_NAMES = { text: "text", subject: "subject", predicate: "predicate", objectValue: "object_value" } as const;

/** Wire names of the fields with words, for the record of the sealing. */
export function fieldsOf({ words, citations }: SealedOriginal): readonly string[] {
  const own = Object.entries(WIRE_NAMES).filter(([field]) => words?.[field as keyof typeof WIRE_NAMES] !== undefined);
  return [...own.map(([, name]) => name), ...(citations === undefined ? [] : ["citations"])];
}

export function sealed(sealer: Sealer, original: SealedOriginal): string {
  return sealer.seal(JSON.stringify(original));
}

/** @throws ConfigError `config.invalid` for another key */
export function opened(sealer: Sealer, text: string): SealedOriginal {
  return JSON.parse(sealer.open(text)) as SealedOriginal;
}

/**
 * Seals what a redaction is about to take, when the operator has given a key, and records that it was sealed.
 *
 * @param claim with its citations, as it still is
 * @returns the event that the seal belongs to
 */
export async function sealOriginal(
  { store, sealer }: Pick<MemoryContext, "store" | "sealer">,
  original: SealedOriginal,
  {
    id: claimId,
    tenantId,
    at: createdAt,
  }: { readonly id: number; readonly tenantId: string | undefined; readonly at: string },
): Promise<number | undefined> {
  if (sealer === undefined) return undefined;
  const [eventId] = await recordEvents(store, [
    {
      claimId,
      tenantId,
      createdAt,
      eventType: "policy_decision",
      details: PAYLOAD_SEALED,
      payload: { fields: fieldsOf(original) },
    },
  ]);
  if (eventId !== undefined) await store.seals.put({ eventId, claimId, createdAt, sealed: sealed(sealer, original) });
  return eventId;
}
