import type { ChangedRow, DiffRow, SnapshotDiff, SnapshotInfo } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { openConnection } from "../connection/open-connection.ts";
import type { DatabaseSite } from "./database-site.ts";
import { sayWhatFailed } from "./say-what-failed.ts";

const WORDS = ["text", "subject", "predicate", "object_value"];
const FIELDS = [...WORDS, "status", "confidence", "pinned", "claim_type", "scope", "volatility"];

const fieldsIn = (side: string): string => FIELDS.map((field) => `${side}.${field}`).join(", ");
/** Of one side of a row: the fields, then what decides whether they may be shown. */
const columnsOf = (side: string): string => `${fieldsIn(side)}, ${side}.visibility`;
/** One claim keeps its id and uid; an id that was given anew after a rollback is another claim. */
const SAME_CLAIM = "other.id = one.id and other.uid = one.uid";

/** Claims of one side that the other lacks. */
const onlyIn = (one: string, other: string): string => `
  select one.id, ${columnsOf("one")} from ${one}.claims as one
  left join ${other}.claims as other on ${SAME_CLAIM}
  where other.id is null order by one.id`;

const CHANGED = `
  select one.id, ${columnsOf("one")}, ${columnsOf("other")} from snapshot.claims as one
  join main.claims as other on ${SAME_CLAIM}
  where (${fieldsIn("one")}) is not (${fieldsIn("other")}) order by one.id`;

const COUNT_BOTH = `select count(*) from main.claims as one join snapshot.claims as other on ${SAME_CLAIM}`;

type Row = readonly unknown[];
type Fields = Readonly<Record<string, unknown>>;

/** The fields of a claim from its columns; what a sensitive claim says is not shown. */
function fieldsOf(values: Row): Fields {
  const isSensitive = values[FIELDS.length] === "sensitive";
  const shown = (field: string, value: unknown): unknown => {
    if (field === "pinned") return value === 1;
    return isSensitive && value !== null && WORDS.includes(field) ? "[sensitive]" : value;
  };
  return Object.fromEntries(FIELDS.map((field, index) => [field, shown(field, values[index])]));
}

function diffRow([id, ...values]: Row): DiffRow {
  const { text, status } = fieldsOf(values);
  return { id: id as number, text: text as string, status: status as string };
}

function changedRow([id, ...values]: Row): ChangedRow {
  const width = FIELDS.length + 1;
  const [before, after] = [values.slice(0, width), values.slice(width)];
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changed = FIELDS.filter((_, index) => before[index] !== after[index]);
  const changes = Object.fromEntries(changed.map((field) => [field, { old: old[field], new: now[field] }]));
  return { id: id as number, text: now["text"] as string, changes };
}

/** One row after the other: only what differs is kept. */
function rowsOf<T>(connection: Database, sql: string, shape: (row: Row) => T): readonly T[] {
  const rows: T[] = [];
  for (const row of connection.prepare(sql).raw().iterate()) rows.push(shape(row as Row));
  return rows;
}

function compare(connection: Database, snapshotId: string): SnapshotDiff {
  const changed = rowsOf(connection, CHANGED, changedRow);
  const inBoth = connection.prepare(COUNT_BOTH).pluck().get() as number;
  return {
    snapshotId,
    added: rowsOf(connection, onlyIn("main", "snapshot"), diffRow),
    removed: rowsOf(connection, onlyIn("snapshot", "main"), diffRow),
    changed,
    unchanged: inBoth - changed.length,
  };
}

/** How the claims of a snapshot differ from those of the database now; both are only read, at one moment. */
export function diffSnapshot(site: DatabaseSite, snapshot: SnapshotInfo): Promise<SnapshotDiff> {
  return sayWhatFailed(`${snapshot.snapshotId} cannot be compared`, async () => {
    const connection = await openConnection({ ...site, readOnly: true });
    try {
      connection.prepare("attach ? as snapshot").run(snapshot.path);
      connection.exec("begin");
      return compare(connection, snapshot.snapshotId);
    } finally {
      connection.close();
    }
  });
}
