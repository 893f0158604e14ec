import { requireOperator } from "../access/require-operator.ts";
import type { Viewer } from "../access/viewer.ts";
import { timestampOf } from "../claims/time.ts";
import { recordEvents } from "../events/record-events.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { Store } from "../ports/store.ts";

const PENDING = "erase_checkpoint_pending";
const DONE = "erase_checkpoint_done";

const WHOLE_STORE: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: true };

async function isPending(store: Pick<Store, "events">): Promise<boolean> {
  const filter = { eventType: "system", details: [PENDING, DONE] };
  const { items } = await store.events.list(WHOLE_STORE, filter, { limit: 1 });
  return items[0]?.details === PENDING;
}

/**
 * Takes what was erased out of the files too. That others kept it from being done is written down, and so is that it was
 * done later. Not inside a transaction.
 *
 * @returns `undefined` where nothing stays on a disk
 */
export async function purgeFiles({ store, clock }: MemoryContext): Promise<"done" | "pending" | undefined> {
  if (store.purge === undefined) return undefined;
  const outcome = await store.purge();
  if ((outcome === "pending") === (await isPending(store))) return outcome;
  const details = outcome === "pending" ? PENDING : DONE;
  await recordEvents(store, [{ eventType: "system", details, createdAt: timestampOf(clock.nowMs()) }]);
  return outcome;
}

/** Does what an earlier erasure had to leave undone; `undefined` when there is nothing of that kind. */
export async function finishPendingErase(context: MemoryContext): Promise<"done" | "pending" | undefined> {
  return (await isPending(context.store)) ? purgeFiles(context) : undefined;
}

/** The same as a request of its own. @throws ForbiddenError `access.denied` */
export async function finishErase(context: MemoryContext): Promise<"done" | "pending" | undefined> {
  requireOperator(context.authority, "configure");
  return finishPendingErase(context);
}
