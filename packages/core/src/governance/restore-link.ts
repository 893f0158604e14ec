import { blockedUndo } from "./blocked-undo.ts";
import { tell } from "./undo-run.ts";
import type { Undone, UndoRun } from "./undo-run.ts";

/** Removes the link that an event added, or puts back the one it removed, under its old id. */
export async function restoreLink(run: UndoRun, undone: Undone): Promise<void> {
  const { event, effect } = undone;
  const { links } = run.context.store;
  if (effect.link === undefined) return;
  const { edge, before } = effect.link;
  if (before === undefined) {
    const [removed] = await links.remove(edge.sourceId, edge.targetId, edge.linkType);
    if (removed === undefined) throw blockedUndo(event, "the link is not there any more");
    tell(undone, { link_id: removed.id, created_at: removed.createdAt }, { link_id: null });
    return;
  }
  const present = await links.listOf(edge.sourceId, edge.linkType);
  if (present.some(({ sourceId, targetId }) => sourceId === edge.sourceId && targetId === edge.targetId)) {
    throw blockedUndo(event, "the two claims have that link again");
  }
  const { id, createdAt } = await links.add({ ...edge, ...before });
  tell(undone, { link_id: null }, { link_id: id, created_at: createdAt });
}
