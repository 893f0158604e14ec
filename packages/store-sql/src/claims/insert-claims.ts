import type { Claim, NewClaim } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { citationsByClaim } from "../citations/citation-queries.ts";
import type { CitationQueries } from "../citations/citation-queries.ts";
import type { Flavor } from "../flavor.ts";
import { prepareInsert } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { indexedTerms } from "../search/index-document.ts";
import { zip } from "../zip.ts";
import { claimInsertOf, freshClaim } from "./claim-row.ts";
import type { ClaimInsert } from "./claim-row.ts";

/** Writes claims with their evidence and index rows and returns them as stored, in the order given. */
export type InsertClaims = (db: Kysely<Schema>, claims: readonly NewClaim[]) => Promise<readonly Claim[]>;

export function createInsertClaims(flavor: Flavor, citations: CitationQueries): InsertClaims {
  const { codecs, textIndex } = flavor;
  const insertRows = prepareInsert((db, rows: readonly ClaimInsert[]) =>
    db.insertInto("claims").values(rows).returning("id").compile(),
  );

  return async (db, claims) => {
    const indexed = claims.map(indexedTerms);
    const inserts = zip(claims, indexed).map(([claim, { termsHash }]) => claimInsertOf(claim, termsHash, codecs));
    const ids = await insertRows(db, inserts);
    const stored = await citations.insert(
      db,
      zip(ids, claims).map(([claimId, { createdAt, citations: given }]) => ({ claimId, createdAt, citations: given })),
    );
    await textIndex.add(
      db,
      zip(ids, indexed).map(([id, { terms }]) => ({ id, terms })),
    );
    const byClaim = citationsByClaim(stored);
    return zip(ids, claims).map(([id, claim]) => freshClaim(id, claim, byClaim.get(id) ?? []));
  };
}
