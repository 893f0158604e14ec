import { canSee, namespaceKey } from "@memorymaster/core";
import type { Claim, Store, Viewer } from "@memorymaster/core";
import { foldedValue, validityOverlaps } from "@memorymaster/core/jobs";

const keyOf = (claim: Claim): string => JSON.stringify([namespaceKey(claim), claim.subject, claim.predicate]);

const valueOf = ({ objectValue }: Claim): string => foldedValue(objectValue ?? "");

/** For each of these claims the confirmed ones that say something else of the same subject and predicate. */
export async function confirmedRivals(
  store: Store,
  viewer: Viewer,
  claims: readonly Claim[],
): Promise<(claim: Claim) => readonly Claim[]> {
  const tuples = claims.flatMap(({ subject, predicate }) =>
    subject === undefined || predicate === undefined ? [] : [{ subject, predicate }],
  );
  const none = { idempotencyKeys: [], contentHashes: [], nearHashes: [], twinHashes: [] };
  const matches = tuples.length === 0 ? [] : await store.claims.findIdentityMatches({ ...none, tuples });
  const confirmed = matches
    .map(({ claim }) => claim)
    .filter((claim) => claim.status === "confirmed" && valueOf(claim) !== "" && canSee(viewer, claim));
  const byKey = new Map<string, Claim[]>();
  for (const claim of confirmed) byKey.set(keyOf(claim), [...(byKey.get(keyOf(claim)) ?? []), claim]);
  return (claim) => {
    if (claim.subject === undefined || claim.predicate === undefined || valueOf(claim) === "") return [];
    return (byKey.get(keyOf(claim)) ?? []).filter(
      (rival) => rival.id !== claim.id && valueOf(rival) !== valueOf(claim) && validityOverlaps(rival, claim),
    );
  };
}
