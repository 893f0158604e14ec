import type { Claim } from "../../claims/claim.ts";
import { canSee } from "../../access/viewer.ts";
import { requireClean } from "../../security/clean.ts";
import type { ClaimPatch, ClaimStore, ClaimWords } from "../../ports/claim-store.ts";
import { CITATION_ROLES, CLAIM_RELATED_FIELDS, CLAIM_ROLES, CLAIM_WORDS_ROLES } from "../../ports/field-roles.ts";
import {
  indexTerms,
  insertCitations,
  insertClaim,
  meetsFilter,
  replaceCitations,
  visibleClaims,
  withCitations,
} from "./claim-rows.ts";
import { countStats } from "./claim-stats.ts";
import { putClaimRow } from "./constraints.ts";
import { matchingClaims, takenHumanIds } from "./identity.ts";
import { pageOf } from "./keyset.ts";
import type { Order } from "./keyset.ts";
import { recordAccesses } from "./record-accesses.ts";
import { recomputeTiers } from "./recompute-tiers.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

const LIST_ORDER: Order<Claim> = {
  keyOf: (claim) => [claim.pinned, claim.confidence, claim.updatedAt, claim.id],
  shape: [false, 0, "", 0],
};

function updateClaim(
  tables: Tables,
  target: { readonly id: number; readonly version: number },
  patch: ClaimPatch,
): Claim | undefined {
  const row = tables.claims.get(target.id);
  if (row?.claim.version !== target.version) return undefined;
  const claim: Claim = { ...row.claim, ...patch, version: target.version + 1 };
  putClaimRow(tables, { ...row, claim });
  return claim;
}

function replaceWords(
  tables: Tables,
  target: Pick<Claim, "id" | "version" | "updatedAt">,
  { nearHash, twinHash, ...words }: ClaimWords,
): Claim | undefined {
  const row = tables.claims.get(target.id);
  if (row?.claim.version !== target.version) return undefined;
  const claim: Claim = { ...row.claim, ...words, updatedAt: target.updatedAt, version: target.version + 1 };
  putClaimRow(tables, { claim, nearHash, twinHash, terms: indexTerms(claim) });
  return claim;
}

export function createClaimStore(session: Session): ClaimStore {
  return {
    insert: (claims) =>
      session.write((tables) => {
        const clean = claims.map((claim) => requireClean(claim, CLAIM_ROLES, CLAIM_RELATED_FIELDS));
        return clean.map((claim) => insertClaim(tables, claim));
      }),
    addCitations: (claimId, given, createdAt) =>
      session.write((tables) => {
        const citations = given.map((citation) => requireClean(citation, CITATION_ROLES));
        return insertCitations(tables, claimId, { citations, createdAt });
      }),
    findIdentityMatches: async (lookup) => matchingClaims(session.read(), lookup),
    takenHumanIds: async (namespace, bases) => takenHumanIds(session.read(), namespace, bases),
    getMany: async (viewer, ids, citationsToo) => {
      const tables = session.read();
      const claims = ids.flatMap((id) => tables.claims.get(id)?.claim ?? []).filter((claim) => canSee(viewer, claim));
      return citationsToo ? claims.map((claim) => withCitations(tables, claim)) : claims;
    },
    findByName: async (viewer, name) =>
      visibleClaims(session.read(), viewer).filter((claim) => claim.humanId === name || claim.uid === name),
    list: async (viewer, filter, page) =>
      pageOf(
        visibleClaims(session.read(), viewer).filter((claim) => meetsFilter(claim, filter)),
        LIST_ORDER,
        page,
      ),
    update: (id, version, patch) => session.write((tables) => updateClaim(tables, { id, version }, patch)),
    recomputeTiers: (viewer, bounds) => session.write((tables) => recomputeTiers(tables, viewer, bounds)),
    recordAccesses: (accesses) => session.write((tables) => recordAccesses(tables, accesses)),
    replaceWords: (claim, given, updatedAt) =>
      session.write((tables) => {
        const words = requireClean(given, CLAIM_WORDS_ROLES, CLAIM_RELATED_FIELDS);
        return replaceWords(tables, { ...claim, updatedAt }, words);
      }),
    replaceCitations: (claimId, given) =>
      session.write((tables) => {
        const citations = given.map((citation) => requireClean(citation, CITATION_ROLES));
        replaceCitations(tables, claimId, citations);
      }),
    stats: async (viewer, scope) => countStats(session.read(), viewer, scope),
  };
}
