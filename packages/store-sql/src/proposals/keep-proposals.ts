import { filedProposal, storedProposalEffect } from "@memorymaster/core";
import type { MemoryEvent, OpenProposal, ProposalEffect } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { eventOf } from "../events/event-row.ts";
import type { Flavor } from "../flavor.ts";
import { prepareRows } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { proposalRowOf } from "./proposal-row.ts";

type Database = Kysely<Schema>;

/** Opens and closes the proposals that events, just stored, open and close. */
export type KeepProposals = (db: Database, events: readonly MemoryEvent[]) => Promise<void>;

async function readEvent(db: Database, { codecs }: Flavor, id: number): Promise<MemoryEvent | undefined> {
  const row = await db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : eventOf(row, codecs);
}

/** An undo refers to an earlier event, perhaps an undo as well; one that claims otherwise undoes nothing. */
async function effectOf(db: Database, flavor: Flavor, event: MemoryEvent): Promise<ProposalEffect | undefined> {
  const { id, undoesEventId } = event;
  if (undoesEventId === undefined || undoesEventId >= id) return storedProposalEffect(event, undefined);
  const undone = await readEvent(db, flavor, undoesEventId);
  return storedProposalEffect(event, undone === undefined ? undefined : await effectOf(db, flavor, undone));
}

export function createKeepProposals(flavor: Flavor): KeepProposals {
  const insert = prepareRows((db, rows: readonly ReturnType<typeof proposalRowOf>[]) =>
    db
      .insertInto("open_proposals")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  );
  return async (db, events) => {
    /** What remains of the batch: the last effect on each proposal, `undefined` = closed. */
    const left = new Map<number, OpenProposal | undefined>();
    for (const event of events) {
      const effect = await effectOf(db, flavor, event);
      if (effect === undefined) continue;
      const { eventId, opens } = effect;
      const filing = opens && eventId !== event.id ? await readEvent(db, flavor, eventId) : event;
      left.set(eventId, opens && filing !== undefined ? filedProposal(filing) : undefined);
    }
    const closed = [...left].flatMap(([eventId, proposal]) => (proposal === undefined ? [eventId] : []));
    const { codecs, lists } = flavor;
    if (closed.length > 0) {
      const ids = lists.ids(lists.encode(closed));
      await db.deleteFrom("open_proposals").where("event_id", "in", ids).execute();
    }
    const opened = [...left.values()].filter((proposal) => proposal !== undefined);
    await insert(
      db,
      opened.map((proposal) => proposalRowOf(proposal, codecs)),
    );
  };
}
