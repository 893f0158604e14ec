import { proposalDetails } from "../events/proposal.ts";
import { blockedUndo, namedEvents } from "./blocked-undo.ts";
import { tell } from "./undo-run.ts";
import type { Undone, UndoRun } from "./undo-run.ts";

const OPEN = "open";

/** Of corrections of one claim only one is open. */
async function requireNoRival({ context, viewer }: UndoRun, { event, effect }: Undone, filedBy: number): Promise<void> {
  const filed = await context.store.events.get(viewer, filedBy);
  const open = await context.store.proposals.listOpen([effect.claimId]);
  const rival = open.find(
    ({ kind }) => kind === "superseded_candidate" && filed?.event.details === proposalDetails(kind),
  );
  if (rival === undefined) return;
  const blocker = { id: rival.eventId, claimId: effect.claimId };
  throw blockedUndo(event, `another correction of the claim is open, filed by ${namedEvents([blocker])}`, [blocker]);
}

/** What the event of the undo says of a proposal; that it is open again, or closed, follows from the event. */
export async function restoreProposal(run: UndoRun, undone: Undone): Promise<void> {
  const { proposal } = undone.effect;
  if (proposal === undefined) return;
  if (proposal.from === OPEN) await requireNoRival(run, undone, proposal.id);
  tell(undone, { proposal: proposal.to }, { proposal: proposal.from });
  undone.told.payload["proposal_event_id"] = proposal.id;
}
