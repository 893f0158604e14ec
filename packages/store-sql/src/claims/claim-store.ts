import type { ClaimStore } from "@memorymaster/core";
import {
  CITATION_ROLES,
  CLAIM_RELATED_FIELDS,
  CLAIM_ROLES,
  CLAIM_WORDS_ROLES,
  ConflictError,
  requireClean,
} from "@memorymaster/core";
import { createCitationQueries } from "../citations/citation-queries.ts";
import { conflictOnUnique } from "../store-faults.ts";
import type { Flavor } from "../flavor.ts";
import type { Session } from "../transaction.ts";
import { countClaims } from "./count-claims.ts";
import { createFindIdentityMatches } from "./find-identity-matches.ts";
import { createInsertClaims } from "./insert-claims.ts";
import { findClaimsByName, getClaims, listClaims, withCitations } from "./read-claims.ts";
import { accessCounts } from "./record-accesses.ts";
import { recomputeTiers } from "./recompute-tiers.ts";
import { createTakenHumanIds } from "./taken-human-ids.ts";
import { replaceWords } from "./replace-words.ts";
import { updateClaim } from "./update-claim.ts";

/** Unique keys of a claim by what their indexes are called. */
const KEY_FIELDS = ["uid", "human_id", "idempotency_key", "confirmed_tuple"] as const;

function duplicateClaim(index: string, cause: unknown): ConflictError {
  const field = KEY_FIELDS.find((known) => index.includes(known));
  return new ConflictError("claim.duplicate", `Another claim has the same ${field ?? "key"}`, {
    details: { field },
    cause,
  });
}

export function createClaimStore(session: Session, flavor: Flavor): ClaimStore {
  const citations = createCitationQueries(flavor);
  const insertClaims = createInsertClaims(flavor, citations);
  const findIdentityMatches = createFindIdentityMatches(flavor);
  const takenHumanIds = createTakenHumanIds(flavor);
  const { db } = session;
  return {
    insert: async (claims) => {
      const clean = claims.map((claim) => requireClean(claim, CLAIM_ROLES, CLAIM_RELATED_FIELDS));
      // One claim is one statement, which undoes itself when a key is taken; a savepoint would double its cost.
      const write = clean.length === 1 ? session.write : session.transaction;
      return conflictOnUnique(
        write((writer) => insertClaims(writer, clean)),
        duplicateClaim,
      );
    },
    addCitations: async (claimId, added, createdAt) => {
      const clean = added.map((citation) => requireClean(citation, CITATION_ROLES));
      const rows = [{ claimId, createdAt, citations: clean }];
      const stored = await session.write((writer) => citations.insert(writer, rows));
      return stored.map((citation) => citation.id);
    },
    findIdentityMatches: async (lookup) => findIdentityMatches(db(), lookup),
    takenHumanIds: async (namespace, bases) => takenHumanIds(db(), namespace, bases),
    getMany: async (viewer, ids, citationsToo) => {
      const claims = await getClaims(db(), flavor, { viewer, ids });
      return citationsToo ? withCitations(db(), citations, claims) : claims;
    },
    findByName: async (viewer, name) => findClaimsByName(db(), flavor, { viewer, name }),
    list: async (viewer, filter, page) => listClaims(db(), flavor, { viewer, filter, page }),
    update: async (id, version, patch) =>
      conflictOnUnique(
        session.write((writer) => updateClaim(writer, flavor, { id, version, patch })),
        duplicateClaim,
      ),
    replaceWords: async ({ id, version }, given, updatedAt) => {
      const words = requireClean(given, CLAIM_WORDS_ROLES, CLAIM_RELATED_FIELDS);
      return conflictOnUnique(
        session.transaction((writer) => replaceWords(writer, flavor, { id, version, words, updatedAt })),
        duplicateClaim,
      );
    },
    recomputeTiers: (viewer, bounds) => session.transaction((to) => recomputeTiers(to, flavor, { viewer, bounds })),
    ...accessCounts(session, flavor),
    replaceCitations: async (claimId, given) => {
      const clean = given.map((citation) => requireClean(citation, CITATION_ROLES));
      await session.transaction((writer) => citations.replace(writer, claimId, clean));
    },
    stats: async (viewer, scope) => countClaims(db(), flavor, { viewer, scope }),
  };
}
