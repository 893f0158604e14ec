import { requireOperator } from "../access/require-operator.ts";
import type { Viewer } from "../access/viewer.ts";
import { timestampOf } from "../claims/time.ts";
import type { NewEvent } from "../events/event.ts";
import { createProposalFold } from "../events/fold-proposals.ts";
import type { ProposalFold } from "../events/fold-proposals.ts";
import { recordEvents } from "../events/record-events.ts";
import { walkEvents } from "../events/walk-events.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import type { RowIssues } from "../ports/upkeep-store.ts";
import { checkFile } from "./check-integrity.ts";
import { compareProposals } from "./compare-proposals.ts";
import { refuseFrozen } from "./repair-index.ts";
import type { RepairAction } from "./types.ts";

/** Rows of one transaction. */
const BATCH = 200;

/** What is repaired, and how that is called. */
const REPAIRS: readonly (readonly [keyof RowIssues, RepairAction["action"]])[] = [
  ["orphanCitations", "deleted_orphan_citations"],
  ["danglingReplacedBy", "cleared_replaced_by"],
  ["danglingSupersedes", "cleared_supersedes"],
  ["oneSidedSupersession", "completed_supersession"],
];

type About = Pick<NewEvent, "claimId" | "tenantId" | "payload">;

function repairEvent({ clock }: MemoryContext, action: RepairAction["action"], about: About): NewEvent {
  return { eventType: "system", details: `integrity_${action}`, createdAt: timestampOf(clock.nowMs()), ...about };
}

/** Everything: the owner of the store repairs it. */
const ALL: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: true };

async function eventsOf(context: MemoryContext, { action, ids }: RepairAction): Promise<readonly NewEvent[]> {
  if (action === "deleted_orphan_citations") return [repairEvent(context, action, { payload: { ids } })];
  const claims = await context.store.claims.getMany(ALL, ids, false);
  return claims.map(({ id, tenantId }) => repairEvent(context, action, { claimId: id, tenantId }));
}

/** Repairs one batch with its events; what it did, or nothing when nothing was left that it can repair. */
async function repairBatch(context: MemoryContext): Promise<readonly RepairAction[]> {
  const { store } = context;
  // Looked for outside of the transaction, which keeps writers waiting: what has changed since is left alone in it.
  const issues = await store.upkeep.findRowIssues(BATCH);
  if (REPAIRS.every(([kind]) => issues[kind].length === 0)) return [];
  return store.transaction(async () => {
    const fixed = await store.upkeep.fixRowIssues(issues);
    const done = REPAIRS.map(([kind, action]): RepairAction => ({ action, ids: fixed[kind] }));
    const actions = done.filter(({ ids }) => ids.length > 0);
    for (const action of actions) await recordEvents(store, await eventsOf(context, action));
    return actions;
  });
}

/** Makes the open proposals what the events say; the ids of those that were other than that. */
async function rebuildProposals(context: MemoryContext): Promise<readonly RepairAction[]> {
  const { store } = context;
  const fold: ProposalFold = createProposalFold();
  const see = (page: readonly HistoryEntry[]): void => page.forEach(({ event }) => fold.add(event));
  const lastId = await walkEvents(store, 0, see);
  return store.transaction(async () => {
    await walkEvents(store, lastId, see);
    const open = fold.open();
    const ids = compareProposals(open, await store.proposals.listAll()).map(({ eventId }) => eventId);
    if (ids.length === 0) return [];
    await store.proposals.replaceAll(open);
    const action = "rebuilt_open_proposals";
    await recordEvents(store, [repairEvent(context, action, { payload: { ids: ids.slice(0, BATCH) } })]);
    return [{ action, ids }];
  });
}

/**
 * Repairs what has one right answer, in batches, each with its events. What contradicts the events themselves stays as it
 * is: they are the record of what happened.
 *
 * @throws ForbiddenError `access.denied`
 * @throws ConflictError `claim.frozen` for a damaged file
 */
export async function repairRows(context: MemoryContext): Promise<readonly RepairAction[]> {
  requireOperator(context.authority, "configure");
  await checkFile(context);
  refuseFrozen(context.store);
  const done: RepairAction[] = [];
  for (let batch = await repairBatch(context); batch.length > 0; batch = await repairBatch(context))
    done.push(...batch);
  done.push(...(await rebuildProposals(context)));
  const ids = (action: RepairAction["action"]): readonly number[] =>
    done.filter((one) => one.action === action).flatMap((one) => one.ids);
  return [...new Set(done.map(({ action }) => action))].map((action) => ({ action, ids: ids(action) }));
}
