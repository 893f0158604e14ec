import type { Candidate, SearchStore, Viewer } from "@memorymaster/core";
import { expressionBuilder, sql } from "kysely";
import type { Kysely } from "kysely";
import { meets, visibleTo } from "../claims/claim-filter.ts";
import { CANDIDATE_COLUMNS, candidateOf } from "../claims/candidate-row.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import type { Session } from "../transaction.ts";

type Database = Kysely<Schema>;
type Wanted = Parameters<SearchStore["candidates"]>[1];

interface Hit {
  readonly id: number;
  readonly rank: number;
}

const claims = expressionBuilder<Schema, "claims">();

/** Terms that a text index can hold: the analyzer yields no others, but a caller might. */
export function searchable(terms: readonly string[]): readonly string[] {
  return [...new Set(terms)].filter((term) => term !== "" && !term.includes("\0"));
}

async function findCandidates(
  db: Database,
  flavor: Flavor,
  { viewer, terms, filter, limit, newest }: Wanted & { readonly viewer: Viewer },
): Promise<readonly Candidate[]> {
  const wanted = searchable(terms);
  if (wanted.length === 0) return [];
  const condition = claims.and([visibleTo(viewer, flavor), meets(filter, flavor)]);
  const best = flavor.textIndex.best(wanted, condition, { limit, newest }).$castTo<Hit>();
  const rows = await db
    .selectFrom(best.as<"best">(sql.ref("best")))
    .innerJoin("claims", "claims.id", "best.id")
    .select(CANDIDATE_COLUMNS)
    .orderBy("best.rank")
    .orderBy("best.id", "desc")
    .execute();
  return rows.map((row) => candidateOf(row, flavor.codecs));
}

export function createSearchStore(session: Session, flavor: Flavor): SearchStore {
  const { db } = session;
  return {
    // In a tenant only what the viewer sees, so that a term's count says nothing about the claims of others.
    termCounts: async (viewer, terms, cap) => {
      const condition = viewer.tenantId === undefined ? undefined : visibleTo(viewer, flavor);
      return flavor.textIndex.termCounts(db(), searchable(terms), { viewer, condition, cap });
    },
    candidates: async (viewer, wanted) => findCandidates(db(), flavor, { ...wanted, viewer }),
    indexStats: async () => flavor.textIndex.stats(db()),
  };
}
