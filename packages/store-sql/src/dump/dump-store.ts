import { DUMP_TABLES, isIndexed, StoreError } from "@memorymaster/core";
import type { DumpStore, DumpTable } from "@memorymaster/core";
import type { Insertable, Kysely } from "kysely";
import { claimOf } from "../claims/claim-row.ts";
import type { ClaimRow } from "../claims/claim-row.ts";
import type { Flavor, IndexDocument } from "../flavor.ts";
import { prepareRows } from "../prepare.ts";
import type { PreparedRows } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { indexedTerms } from "../search/index-document.ts";
import type { Session } from "../transaction.ts";
import { createDumpReader } from "./dump-reader.ts";
import { createTranslateRow } from "./dump-row.ts";
import type { Row } from "./dump-row.ts";

type Database = Kysely<Schema>;

/** A claim as it is stored, with what the text index gets of it. */
function withTerms(row: Row, { codecs }: Flavor): { readonly row: Row; readonly documents: IndexDocument[] } {
  const claim = claimOf(row as unknown as ClaimRow, codecs);
  if (!isIndexed(claim)) return { row: { ...row, terms_hash: null }, documents: [] };
  const { terms, termsHash } = indexedTerms(claim);
  return { row: { ...row, terms_hash: termsHash }, documents: [{ claimId: claim.id, ...terms }] };
}

const prepareInsertInto = (table: DumpTable): PreparedRows<Row, unknown> =>
  prepareRows((db, rows) =>
    db
      .insertInto(table)
      .values(rows as unknown as readonly Insertable<Schema[DumpTable]>[])
      .compile(),
  );

function createWriteRows(flavor: Flavor): (db: Database, table: DumpTable, rows: readonly Row[]) => Promise<void> {
  const inserts = new Map(DUMP_TABLES.map((table) => [table, prepareInsertInto(table)]));
  return async (db, table, rows) => {
    const written = rows.map((row) => (table === "claims" ? withTerms(row, flavor) : { row, documents: [] }));
    await inserts.get(table)?.(
      db,
      written.map(({ row }) => row),
    );
    await flavor.textIndex.add(
      db,
      written.flatMap(({ documents }) => documents),
    );
  };
}

/** Opens a second connection whose reads all see the state of that moment; destroying it ends them. */
export type OpenSnapshot = () => Promise<Database>;

export function createDumpStore(session: Session, flavor: Flavor, openSnapshot: OpenSnapshot): DumpStore {
  const { lists } = flavor;
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
    knownUids: async (uids) => {
      const query = session.db().selectFrom("claims").select("uid");
      const rows = await query.where("uid", "in", lists.texts(lists.encode(uids))).execute();
      return new Set(rows.map(({ uid }) => uid));
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
