// What maintenance is built from: steps that a job takes in a transaction of its own. Nothing here asks who calls.
export { changeStatus, statusPatch } from "../claims/change-status.ts";
export type { RecordedChange, StatusChange } from "../claims/change-status.ts";
export { findTupleHolder, requireNotFrozen } from "../claims/require-confirmable.ts";
export { replacementFault, supersedeClaim } from "../claims/supersede.ts";
export type { Supersession } from "../claims/supersede.ts";
export { trackedValues, valuesBefore } from "../claims/tracked-fields.ts";
export { reloadClaim, requireWritten, updateClaim } from "../claims/update-claim.ts";
export { payloadOf } from "../events/payload-of.ts";
export { recordEvent } from "../events/record-event.ts";
export { recordEvents } from "../events/record-events.ts";
export { citationEvent } from "../ingest/claim-events.ts";
export { cleanCitations } from "../ingest/clean-parts.ts";
export { foldedValue } from "../ingest/identity-index.ts";
export { isCurrent, validityOverlaps } from "../ingest/validity.ts";
export { runOrRehearse } from "../governance/run-or-rehearse.ts";
export { fileProposal } from "../proposals/file-proposal.ts";
export type { ProposalDraft } from "../proposals/file-proposal.ts";
export { wasUndone } from "./undone-changes.ts";
