import { STATUS_EVENT_TYPES } from "../events/event.ts";
import type { MemoryEvent } from "../events/event.ts";
import { proposalOf } from "../events/proposal.ts";
import { blockedUndo } from "./blocked-undo.ts";
import { effectOf } from "./event-effect.ts";
import type { Effect } from "./event-effect.ts";

/** Kinds that change what an undo can set back. */
const UNDOABLE: ReadonlySet<string> = new Set([
  ...STATUS_EVENT_TYPES,
  ...["pin", "unpin", "link", "unlink", "citation", "audit", "import", "sync"],
]);

const tellsOfJob = ({ id }: MemoryEvent): string => `it tells of a whole job: memorymaster undo ${id} --run`;

/** Why a kind is never undone, and what to do instead. */
const REFUSALS: Readonly<Record<string, (event: MemoryEvent) => string>> = {
  ingest: ({ claimId }) =>
    `what was taken in stays in; archive the claim instead: memorymaster archive ${claimId ?? ""}`.trimEnd(),
  policy_decision: (event) =>
    proposalOf({ ...event, payload: {} }) === undefined
      ? "it notes a decision and changed nothing by itself"
      : "it files a proposal; resolve that: " +
        `memorymaster resolve-proposal --action reject --proposal-event-id ${event.id}`,
  audit: ({ details }) =>
    details === "claim_payload_erased" ? "what is erased is gone for good" : "it notes something and changed nothing",
  confidence: () => "a confidence that was worked out is not set back; it is worked out again",
  compaction_run: tellsOfJob,
  dedup_run: tellsOfJob,
  system: () => "it notes something about the store",
  sync: () => "no value of the claim changed by it; citations that it added, and words that it took away, stay so",
};

/**
 * What there is to set back of an event.
 *
 * @throws ConflictError `undo.blocked` for kinds that are not undone, and for events that do not say what was before
 */
export function requireUndoable(event: MemoryEvent): Effect {
  const effect = UNDOABLE.has(event.eventType) ? effectOf(event) : undefined;
  if (effect !== undefined) return effect;
  const refusal = REFUSALS[event.eventType]?.(event);
  const unknown = UNDOABLE.has(event.eventType)
    ? "it does not say what was before it"
    : `there is no undo for events of the kind ${event.eventType}`;
  throw blockedUndo(event, refusal ?? unknown);
}
