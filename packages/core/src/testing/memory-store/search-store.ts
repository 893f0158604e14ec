import type { Viewer } from "../../access/viewer.ts";
import { canSee } from "../../access/viewer.ts";
import type { Claim } from "../../claims/claim.ts";
import { isIndexed } from "../../claims/is-indexed.ts";
import type { Candidate, SearchStore } from "../../ports/search-store.ts";
import { meetsFilter } from "./claim-rows.ts";
import type { Session } from "./session.ts";
import type { ClaimRow, Tables } from "./tables.ts";

/** The usual parameters of BM25. */
const SATURATION = 1.2;
const LENGTH_NORMALISATION = 0.75;

const indexedRows = (tables: Tables): ClaimRow[] => [...tables.claims.values()].filter((row) => isIndexed(row.claim));

/** What of a row stands in a text index. */
type Indexed = Pick<ClaimRow, "terms">;

const countOf = (row: Indexed, term: string): number => row.terms.filter((own) => own === term).length;

export function documentCounts(rows: readonly Indexed[], terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of new Set(terms)) {
    const count = rows.filter((row) => row.terms.includes(term)).length;
    if (count > 0) counts.set(term, count);
  }
  return counts;
}

/** BM25 of every indexed row (Robertson and Zaragoza 2009), summed over the wanted terms. */
export function rankOf(rows: readonly Indexed[], terms: readonly string[]): (row: Indexed) => number {
  const counts = documentCounts(rows, terms);
  const averageLength = rows.reduce((sum, row) => sum + row.terms.length, 0) / Math.max(1, rows.length);
  return (row) => {
    const norm = SATURATION * (1 - LENGTH_NORMALISATION + (LENGTH_NORMALISATION * row.terms.length) / averageLength);
    return [...counts].reduce((score, [term, count]) => {
      const frequency = countOf(row, term);
      const weight = Math.log(1 + (rows.length - count + 0.5) / (count + 0.5));
      return score + (weight * frequency * (SATURATION + 1)) / (frequency + norm);
    }, 0);
  };
}

function candidateOf(claim: Claim): Candidate {
  const { id, uid, text, subject, predicate, objectValue, scope, status, confidence, volatility, pinned } = claim;
  const { visibility, createdAt, updatedAt, lastValidatedAt, validFrom, validUntil } = claim;
  const words = { text, subject, predicate, objectValue, scope, visibility };
  const times = { createdAt, updatedAt, lastValidatedAt, validFrom, validUntil };
  return { id, uid, ...words, status, confidence, volatility, pinned, ...times };
}

type Wanted = Parameters<SearchStore["candidates"]>[1];

function bestCandidates(tables: Tables, viewer: Viewer, wanted: Wanted): Candidate[] {
  const rows = indexedRows(tables);
  const rank = rankOf(rows, wanted.terms);
  return rows
    .filter(({ claim, terms }) => canSee(viewer, claim) && wanted.terms.some((term) => terms.includes(term)))
    .filter(({ claim }) => meetsFilter(claim, wanted.filter))
    .map((row) => ({ claim: row.claim, score: rank(row) }))
    .sort((a, b) => b.score - a.score || b.claim.id - a.claim.id)
    .slice(0, wanted.limit)
    .map(({ claim }) => candidateOf(claim));
}

export function createSearchStore(session: Session): SearchStore {
  return {
    termCounts: async (viewer, terms, cap) => {
      const rows = indexedRows(session.read()).filter(
        ({ claim }) => viewer.tenantId === undefined || canSee(viewer, claim),
      );
      return new Map([...documentCounts(rows, terms)].map(([term, count]) => [term, Math.min(count, cap)]));
    },
    candidates: async (viewer, wanted) => bestCandidates(session.read(), viewer, wanted),
    indexStats: async () => {
      const rows = indexedRows(session.read());
      return { claims: rows.length, terms: rows.reduce((sum, row) => sum + row.terms.length, 0) };
    },
  };
}
