import type { Claim, ClaimFilter, Page, PageRequest, Viewer } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { CitationQueries } from "../citations/citation-queries.ts";
import type { Flavor } from "../flavor.ts";
import { readPage } from "../paging.ts";
import type { PageSource, SortKey } from "../paging.ts";
import type { Schema } from "../schema.ts";
import { meets, visibleTo } from "./claim-filter.ts";
import { claimOf } from "./claim-row.ts";

type Database = Kysely<Schema>;

/** Claims of these ids in the order of `ids`, each as often as it is asked for. */
export async function getClaims(
  db: Database,
  flavor: Flavor,
  wanted: { readonly viewer: Viewer; readonly ids: readonly number[] },
): Promise<readonly Claim[]> {
  const { lists, codecs } = flavor;
  const rows = await db
    .selectFrom("claims")
    .selectAll()
    .where("id", "in", lists.ids(lists.encode(wanted.ids)))
    .where(visibleTo(wanted.viewer, flavor))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, claimOf(row, codecs)]));
  return wanted.ids.flatMap((id) => byId.get(id) ?? []);
}

/** Fills the evidence of claims with one query. */
export async function withCitations(
  db: Database,
  citations: CitationQueries,
  claims: readonly Claim[],
): Promise<readonly Claim[]> {
  const byClaim = await citations.loadFor(
    db,
    claims.map((claim) => claim.id),
  );
  return claims.map((claim) => ({ ...claim, citations: byClaim.get(claim.id) ?? [] }));
}

/**
 * By human id or uid. Human ids have one index for public claims and one for the others, so each gets its own term, and
 * the words are literal: a planner cannot tell which index a bound one fits.
 */
export async function findClaimsByName(
  db: Database,
  flavor: Flavor,
  wanted: { readonly viewer: Viewer; readonly name: string },
): Promise<readonly Claim[]> {
  const { viewer, name } = wanted;
  const rows = await db
    .selectFrom("claims")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb("human_id", "=", name), eb("visibility", "=", sql.lit("public"))]),
        eb.and([eb("human_id", "=", name), eb("visibility", "<>", sql.lit("public"))]),
        eb("uid", "=", name),
      ]),
    )
    .where(visibleTo(viewer, flavor))
    .orderBy("id")
    .execute();
  return rows.map((row) => claimOf(row, flavor.codecs));
}

/** Claims as a list shows them: pinned, confidence, last change, id, all descending. */
function claimPages(db: Database, flavor: Flavor, wanted: { viewer: Viewer; filter: ClaimFilter }): PageSource<Claim> {
  const { codecs } = flavor;
  const matching = db.selectFrom("claims").where(visibleTo(wanted.viewer, flavor)).where(meets(wanted.filter, flavor));
  const behind = ([pinned, confidence, updatedAt, id]: SortKey): typeof matching =>
    matching.where((eb) =>
      eb(
        eb.refTuple("pinned", "confidence", "updated_at", "id"),
        "<",
        eb.tuple(
          codecs.boolean.encode(pinned as boolean),
          confidence as number,
          codecs.time.encode(updatedAt as string),
          id as number,
        ),
      ),
    );
  return {
    shape: ["boolean", "number", "string", "number"],
    keyOf: (claim) => [claim.pinned, claim.confidence, claim.updatedAt, claim.id],
    rows: async (limit, after) => {
      const rows = await (after === undefined ? matching : behind(after))
        .selectAll()
        .orderBy("pinned", "desc")
        .orderBy("confidence", "desc")
        .orderBy("updated_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => claimOf(row, codecs));
    },
    count: async () => {
      const row = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      return row.total;
    },
  };
}

export async function listClaims(
  db: Database,
  flavor: Flavor,
  wanted: { readonly viewer: Viewer; readonly filter: ClaimFilter; readonly page: PageRequest },
): Promise<Page<Claim>> {
  return readPage(claimPages(db, flavor, wanted), wanted.page);
}
