import { ConflictError } from "../errors/errors.ts";
import type { Store } from "../ports/store.ts";
import type { Claim } from "./claim.ts";
import { namespaceKey } from "./identity.ts";

/** The other claim that is confirmed for the subject and predicate of this one in its namespace. */
export async function findTupleHolder(store: Pick<Store, "claims">, claim: Claim): Promise<Claim | undefined> {
  const { subject, predicate } = claim;
  if (subject === undefined || predicate === undefined) return undefined;
  const none = { idempotencyKeys: [], contentHashes: [], nearHashes: [], twinHashes: [] };
  const matches = await store.claims.findIdentityMatches({ ...none, tuples: [{ subject, predicate }] });
  return matches.find(
    (match) =>
      match.claim.status === "confirmed" &&
      match.claim.id !== claim.id &&
      namespaceKey(match.claim) === namespaceKey(claim) &&
      match.claim.subject === subject &&
      match.claim.predicate === predicate,
  )?.claim;
}

/**
 * Refuses to let a claim become confirmed while the database is known to be damaged.
 *
 * @throws ConflictError `claim.frozen`
 */
export function requireNotFrozen({ files }: Pick<Store, "files">): void {
  if (files?.isFrozen() !== true) return;
  const sentinel = `${files.path}.integrity-failed`;
  throw new ConflictError(
    "claim.frozen",
    "Nothing is confirmed since a check found the database damaged; when it is repaired, remove " +
      `the file that says so: ${sentinel}`,
    { details: { sentinel } },
  );
}

/**
 * Whether a claim may become confirmed: nothing is frozen, and at most one is confirmed for a subject and predicate.
 *
 * @throws ConflictError `claim.frozen`; `claim.duplicate` naming the claim that is confirmed already
 */
export async function requireConfirmable(store: Pick<Store, "claims" | "files">, claim: Claim): Promise<void> {
  requireNotFrozen(store);
  const holder = await findTupleHolder(store, claim);
  if (holder === undefined) return;
  throw new ConflictError("claim.duplicate", `${holder.humanId} is confirmed for the same subject and predicate`, {
    details: { id: claim.id, confirmed_id: holder.id, confirmed_human_id: holder.humanId },
  });
}
