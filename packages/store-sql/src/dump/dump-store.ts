import { DUMP_COLUMNS, DUMP_TABLES, isIndexed, StoreError, turnTerms } from "@memorymaster/core";
import type { DumpStore, DumpTable } from "@memorymaster/core";
import type { Insertable, Kysely } from "kysely";
import { claimOf } from "../claims/claim-row.ts";
import type { ClaimRow } from "../claims/claim-row.ts";
import type { FieldTerms, Flavor, IndexDocument } from "../flavor.ts";
import { prepareInsert, prepareRows } from "../prepare.ts";
import type { PreparedRows } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { indexedTerms } from "../search/index-document.ts";
import type { Session } from "../transaction.ts";
import { createDumpReader } from "./dump-reader.ts";
import { createTranslateRow } from "./dump-row.ts";
import type { Row } from "./dump-row.ts";

type Database = Kysely<Schema>;

interface PlannedRow {
  readonly row: Row;
  /** What the text index gets of a claim or turn. */
  readonly terms: FieldTerms | undefined;
}

function planRow(table: DumpTable, row: Row, { codecs }: Flavor): PlannedRow {
  if (table === "verbatim_memories") return { row, terms: { content: turnTerms(String(row["content"])) } };
  if (table !== "claims") return { row, terms: undefined };
  const claim = claimOf(row as unknown as ClaimRow, codecs);
  if (!isIndexed(claim)) return { row: { ...row, terms_hash: null }, terms: undefined };
  const { terms, termsHash } = indexedTerms(claim);
  return { row: { ...row, terms_hash: termsHash }, terms };
}

/** Columns of the row that the table lacks would be refused, hence the assertion. */
const valuesOf = (rows: readonly Row[]) => rows as unknown as readonly Insertable<Schema["citations"]>[];

/** Rows with ids of their own, or of tables without; nothing comes back. */
const prepareGiven = (table: DumpTable): PreparedRows<Row, unknown> =>
  prepareRows((db, rows) =>
    db
      .insertInto(table as "citations")
      .values(valuesOf(rows))
      .compile(),
  );

/** Rows that get the next ids. */
const prepareFresh = (table: DumpTable): PreparedRows<Row, number> =>
  prepareInsert((db, rows) =>
    db
      .insertInto(table as "citations")
      .values(valuesOf(rows))
      .returning("id")
      .compile(),
  );

type WriteRows = (db: Database, table: DumpTable, rows: readonly Row[]) => Promise<readonly number[]>;

function createWriteRows(flavor: Flavor): WriteRows {
  const given = new Map(DUMP_TABLES.map((table) => [table, prepareGiven(table)]));
  const fresh = new Map(DUMP_TABLES.map((table) => [table, prepareFresh(table)]));
  const insert: WriteRows = async (db, table, rows) => {
    const getIds = rows[0] !== undefined && "id" in DUMP_COLUMNS[table] && !("id" in rows[0]);
    if (getIds) return (await fresh.get(table)?.(db, rows)) ?? [];
    await given.get(table)?.(db, rows);
    if ("id" in DUMP_COLUMNS[table]) await flavor.advanceIds(db, table);
    return rows.flatMap(({ id }) => (typeof id === "number" ? id : []));
  };
  return async (db, table, rows) => {
    const planned = rows.map((row) => planRow(table, row, flavor));
    const ids = await insert(
      db,
      table,
      planned.map(({ row }) => row),
    );
    const documents = planned.flatMap(({ terms }, at): readonly IndexDocument[] => {
      const id = ids[at];
      return terms === undefined || id === undefined ? [] : [{ id, terms }];
    });
    await (table === "claims" ? flavor.textIndex : flavor.turnIndex).add(db, documents);
    return ids;
  };
}

/** Opens a second connection whose reads all see the state of that moment; destroying it ends them. */
export type OpenSnapshot = () => Promise<Database>;

export function createDumpStore(session: Session, flavor: Flavor, openSnapshot: OpenSnapshot): DumpStore {
  const storedRow = createTranslateRow(flavor.codecs, "encode");
  const writeRows = createWriteRows(flavor);
  return {
    ...createDumpReader(session.db, flavor),
    snapshot: async () => {
      if (session.db().isTransaction) {
        throw new StoreError("store.unavailable", "A snapshot shows what is committed: no transaction can take one");
      }
      const database = await openSnapshot();
      return { ...createDumpReader(() => database, flavor), close: () => database.destroy() };
    },
    write: (table, rows) => {
      const stored = rows.map((row) => storedRow(table, row));
      return session.write((db) => writeRows(db, table, stored));
    },
    amend: async (claimId, columns) => {
      const changed = storedRow("claims", columns);
      await session.write((db) => db.updateTable("claims").set(changed).where("id", "=", claimId).execute());
    },
  };
}
