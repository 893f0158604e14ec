import { DUMP_TABLES } from "@memorymaster/core";
import type { DumpRow, DumpTable, IndexStats, Memory, OpenProposal } from "@memorymaster/core";
import type { World } from "../world.ts";
import { ACTORS, failureOf } from "./operation.ts";

const QUERIES = ["where does ci run", "release freeze october", "staging api port"];
/** Columns that follow from random salts. */
const SALTED = /event_hash$|^salt$/;

function withoutSalts(row: DumpRow): DumpRow {
  const kept = Object.entries(row).filter(([name]) => !SALTED.test(name));
  const text = typeof row["payload_json"] === "string" ? row["payload_json"] : "";
  const payload = text.replace(/"content_digest":"[0-9a-f]+"/, '"content_digest":""');
  return { ...Object.fromEntries(kept), payload_json: payload };
}

export interface StoredState {
  readonly tables: Readonly<Partial<Record<DumpTable, readonly DumpRow[]>>>;
  readonly proposals: readonly OpenProposal[];
  readonly index: IndexStats;
}

/** Everything that is stored, as the ports tell it. */
export async function storedState({ store }: World): Promise<StoredState> {
  const tables: Partial<Record<DumpTable, readonly DumpRow[]>> = {};
  for (const table of DUMP_TABLES) {
    tables[table] = (await store.dump.read(table, undefined, 1_000)).map(withoutSalts);
  }
  return { tables, proposals: await store.proposals.listAll(), index: await store.search.indexStats() };
}

async function seenBy({ claims, recall, events, governance }: Memory): Promise<unknown> {
  const queries = await Promise.all(QUERIES.map((queryText) => recall.query({ queryText, explain: true })));
  const { items, total } = await events.list({ scopes: "all", limit: 5 });
  return {
    list: await claims.list({ scopes: "all", includeArchived: true }),
    stats: await claims.stats(),
    queries,
    context: await recall.context({ queryText: "where does ci run" }),
    events: [total, items.map(({ id }) => id)],
    proposals: await governance.proposals({ includeResolved: true }),
    ready: await governance.ready({ confidenceThreshold: 1 }),
    // A team may not ask.
    chain: await events.verify().then(({ issues }) => issues, failureOf),
  };
}

/** What each of the actors sees. */
export async function visibleState(world: World): Promise<unknown> {
  return Promise.all(ACTORS.map((caller) => seenBy(world.memory({ caller }))));
}
