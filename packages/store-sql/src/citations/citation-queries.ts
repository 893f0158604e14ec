import type { Citation, CitationWords, NewCitation } from "@memorymaster/core";
import type { Kysely } from "kysely";
import type { Flavor } from "../flavor.ts";
import { prepareInsert, prepareRows } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { zip } from "../zip.ts";
import { citationInsertOf, citationOf, citationWordsOf } from "./citation-row.ts";
import type { CitationInsert, CitationOwner, CitationWordsInsert } from "./citation-row.ts";

/** Evidence to store for one claim. */
export interface CitationBatch extends CitationOwner {
  readonly citations: readonly NewCitation[];
}

/** Reading and writing evidence. */
export interface CitationQueries {
  /** Returns what was stored, in the order given. */
  insert(db: Kysely<Schema>, batches: readonly CitationBatch[]): Promise<readonly Citation[]>;
  /** Makes these the evidence of a claim, each under its id. */
  replace(db: Kysely<Schema>, claimId: number, citations: readonly CitationWords[]): Promise<void>;
  /** The evidence of each claim, oldest first; a claim without any is absent. */
  loadFor(db: Kysely<Schema>, claimIds: readonly number[]): Promise<ReadonlyMap<number, readonly Citation[]>>;
}

/** Lists by claim, in the order they come. */
export function citationsByClaim(citations: readonly Citation[]): ReadonlyMap<number, readonly Citation[]> {
  const byClaim = new Map<number, Citation[]>();
  for (const citation of citations) {
    const own = byClaim.get(citation.claimId);
    if (own === undefined) byClaim.set(citation.claimId, [citation]);
    else own.push(citation);
  }
  return byClaim;
}

export function createCitationQueries({ codecs, lists }: Flavor): CitationQueries {
  const insertRows = prepareInsert((db, rows: readonly CitationInsert[]) =>
    db.insertInto("citations").values(rows).returning("id").compile(),
  );
  const insertWords = prepareRows((db, rows: readonly CitationWordsInsert[]) =>
    db.insertInto("citations").values(rows).compile(),
  );
  return {
    replace: async (db, claimId, citations) => {
      await db.deleteFrom("citations").where("claim_id", "=", claimId).execute();
      const rows = citations.map((citation) => citationWordsOf(citation, claimId, codecs));
      await insertWords(db, rows);
    },
    insert: async (db, batches) => {
      const rows = batches.flatMap((batch) =>
        batch.citations.map((citation) => citationInsertOf(citation, batch, codecs)),
      );
      const added = batches.flatMap(({ claimId, createdAt, citations }) =>
        citations.map((citation) => ({ ...citation, claimId, createdAt })),
      );
      const ids = await insertRows(db, rows);
      return zip(added, ids).map(([citation, id]) => ({ ...citation, id }));
    },
    loadFor: async (db, claimIds) => {
      const rows = await db
        .selectFrom("citations")
        .selectAll()
        .where("claim_id", "in", lists.ids(lists.encode(claimIds)))
        .orderBy("id")
        .execute();
      return citationsByClaim(rows.map((row) => citationOf(row, codecs)));
    },
  };
}
