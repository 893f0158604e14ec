import { repeatRedaction, restoreRedaction } from "../redaction/restore-redaction.ts";
import { requireEvent, tell } from "./undo-run.ts";
import type { Undone, UndoRun } from "./undo-run.ts";

/** Puts the sealed words of a redaction back, or takes them away again. */
export async function restoreWords(run: UndoRun, undone: Undone): Promise<void> {
  const { redaction } = undone.effect;
  if (redaction === undefined) return;
  const { auditId, did, claim, citations } = redaction;
  const { event } = await requireEvent(run, auditId);
  const isRedacted = did === "redacted";
  const { fields } = await (isRedacted ? restoreRedaction : repeatRedaction)(run.context, event);
  const names = { redaction_event_id: auditId, redact_claim: claim, redact_citations: citations };
  Object.assign(undone.told.payload, names, { fields });
  tell(undone, { words: isRedacted ? "redacted" : "original" }, { words: isRedacted ? "original" : "redacted" });
}
