import { createProposalFold } from "../events/fold-proposals.ts";
import type { DumpRow, DumpTable } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";
import { createClaimAmendments } from "./amend-claims.ts";
import { damageOnRefusal, isRefusal } from "./damage.ts";
import type { ExportRow } from "./read-export.ts";
import type { ImportReport } from "./types.ts";

const BATCH = 200;

interface Held extends ExportRow {
  /** As it is written. */
  readonly stored: DumpRow;
}

/** Takes the rows of an export in their order. */
export interface RowSink {
  /** @param row as the filter left it */
  add(given: ExportRow, row: DumpRow): Promise<void>;
  /** Called when no more rows come, and again when that has failed at a row. */
  finish(): Promise<void>;
}

/** Writes rows of one table together. */
function createBatchWriter(store: Store, onWritten: (row: Held) => void) {
  let held: Held[] = [];

  const write = (table: DumpTable, rows: readonly Held[]): Promise<unknown> =>
    store.transaction(() =>
      store.dump.write(
        table,
        rows.map(({ stored }) => stored),
      ),
    );

  /** Finds the row that the store refuses; those before it stay. */
  async function writeOneByOne(rows: readonly Held[]): Promise<void> {
    for (const row of rows) {
      await damageOnRefusal(row.line, () => write(row.table, [row]));
      onWritten(row);
    }
  }

  async function flush(): Promise<void> {
    const rows = held;
    held = [];
    const [first] = rows;
    if (first === undefined) return;
    try {
      await write(first.table, rows);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return writeOneByOne(rows);
    }
    rows.forEach(onWritten);
  }

  return {
    add: async (row: Held): Promise<void> => {
      if (held.length === BATCH || held.at(-1)?.table !== row.table) await flush();
      held.push(row);
    },
    flush,
  };
}

/**
 * Writes rows into an empty store, in the transaction of the caller. What is derived from them is built with them.
 *
 * @throws InvalidInputError `input.invalid` with the line of a row that the store refuses; those before it are written
 */
export function createRowWriter(store: Store, report: ImportReport): RowSink {
  const amendments = createClaimAmendments();
  const proposals = createProposalFold();
  const anchors: Held[] = [];
  let lastEventId = 0;
  const batch = createBatchWriter(store, ({ table, event }) => {
    report.inserted[table] += 1;
    if (event === undefined) return;
    proposals.add(event);
    lastEventId = event.id;
  });

  async function addAnchors(): Promise<void> {
    for (const anchor of anchors.splice(0)) {
      // In a whole file an anchor may name an event that a rollback has taken away.
      if (report.damage === undefined || Number(anchor.row["head_id"]) <= lastEventId) await batch.add(anchor);
      else report.leftOut.push({ line: anchor.line, reason: "the anchor names an event that did not arrive" });
    }
  }

  return {
    add: async (given, row) => {
      if (given.table === "chain_anchor") anchors.push({ ...given, stored: row });
      else if (given.table !== "claims") await batch.add({ ...given, stored: row });
      else await batch.add({ ...given, stored: amendments.withhold(given.line, given.row, row) });
    },
    finish: async () => {
      await batch.flush();
      await amendments.apply(store, report);
      await store.proposals.replaceAll(proposals.open());
      await addAnchors();
      await batch.flush();
    },
  };
}
