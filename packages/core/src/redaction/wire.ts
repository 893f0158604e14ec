import { claimToWire } from "../claims/wire.ts";
import type { WireClaim } from "../claims/wire.ts";
import type { RedactResult } from "../memory-types.ts";
import type { RedactionMode } from "./redacted-words.ts";

export interface WireRedaction {
  readonly claim_id: number;
  readonly mode: RedactionMode;
  readonly redact_claim: boolean;
  readonly redact_citations: boolean;
  readonly changed: boolean;
  readonly claim_rows: number;
  readonly citation_rows: number;
  readonly event_details: number;
  readonly vector: "deleted" | "pending" | null;
  readonly event_id: number | null;
  readonly sealed: boolean;
  readonly files: "done" | "pending" | null;
  readonly warnings: readonly string[];
  readonly claim: WireClaim;
}

export function redactionToWire(result: RedactResult): WireRedaction {
  return {
    claim_id: result.claim.id,
    mode: result.mode,
    redact_claim: result.redactClaim,
    redact_citations: result.redactCitations,
    changed: result.changed,
    claim_rows: result.claimRows,
    citation_rows: result.citationRows,
    event_details: result.eventDetails,
    vector: result.vector ?? null,
    event_id: result.eventId ?? null,
    sealed: result.sealed,
    files: result.files ?? null,
    warnings: result.warnings,
    claim: claimToWire(result.claim),
  };
}
