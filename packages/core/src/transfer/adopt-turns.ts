import { runOrRehearse } from "../governance/run-or-rehearse.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";
import type { NewTurn } from "../ports/verbatim-store.ts";
import type { Clean } from "../security/clean.ts";
import { recordOf } from "./row-record.ts";
import type { ImportOptions, ImportReport } from "./types.ts";
import type { RowSink } from "./write-rows.ts";

const BATCH = 200;

/** The store marks the turn itself: the file is no word of the filter of today. */
const turnOf = (row: DumpRow): Clean<NewTurn> => recordOf("verbatim_memories", row) as unknown as Clean<NewTurn>;

/** Writes the turns whose sessions do not hold them; returns how many. */
async function addTurns(store: Store, rows: readonly DumpRow[]): Promise<number> {
  let added = 0;
  for (let start = 0; start < rows.length; start += BATCH) {
    const ids = await store.verbatim.insert(rows.slice(start, start + BATCH).map(turnOf));
    added += ids.filter((id) => id !== undefined).length;
  }
  return added;
}

/** Takes the turns of an export aside, and writes them after what the other sink has written, together with it. */
export function withTurns(sink: RowSink, store: Store, run: { report: ImportReport; options: ImportOptions }): RowSink {
  const { report, options } = run;
  const turns: DumpRow[] = [];
  return {
    add: async (given, row) => {
      if (given.table === "verbatim_memories") turns.push(row);
      else await sink.add(given, row);
    },
    finish: async () => {
      const added = await runOrRehearse(
        store,
        async () => {
          await sink.finish();
          return addTurns(store, turns);
        },
        options,
      );
      report.inserted.verbatim_memories = added;
      report.skipped -= added;
    },
  };
}
