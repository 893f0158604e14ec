import type { IdentityMatch } from "../ports/claim-store.ts";
import { textSignature } from "../text/signature.ts";
import { foldedValue } from "./identity-index.ts";
import type { IdentityIndex } from "./identity-index.ts";
import type { PreparedClaim } from "./prepared-claim.ts";
import { isCurrent, isLive, validityOverlaps } from "./validity.ts";

/** Fewer shared words say too little to call two texts the same statement. */
const MIN_SHARED_TERMS = 2;

/** An older claim that cannot hold together with the new one, perhaps; both are kept and a person is asked. */
export interface FoundConflict {
  readonly code: "tuple_conflict" | "near_twin";
  readonly older: IdentityMatch;
}

/** Whether the claim has enough words beside its values to have a near-twin at all. */
export const canHaveTwin = (item: Pick<PreparedClaim, "signature">): boolean =>
  item.signature.rest.length >= MIN_SHARED_TERMS;

/** The confirmed one first, then the newest. */
function byWeight(a: IdentityMatch, b: IdentityMatch): number {
  const confirmed = Number(b.claim.status === "confirmed") - Number(a.claim.status === "confirmed");
  return confirmed === 0 ? b.claim.id - a.claim.id : confirmed;
}

export const bothDiffer = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && foldedValue(a) !== foldedValue(b);

function tupleRivals({ draft, keys }: PreparedClaim, index: IdentityIndex): readonly IdentityMatch[] {
  return index
    .find(keys.tuple)
    .filter(
      ({ claim }) =>
        isLive(claim) && bothDiffer(draft.objectValue, claim.objectValue) && validityOverlaps(draft, claim),
    );
}

function sameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

function nearTwin(item: PreparedClaim, others: readonly IdentityMatch[], now: string): FoundConflict | undefined {
  const { draft, signature } = item;
  const candidates = others.filter(
    ({ claim }) =>
      isLive(claim) &&
      isCurrent(claim, now) &&
      validityOverlaps(draft, claim) &&
      !bothDiffer(draft.subject, claim.subject) &&
      !bothDiffer(draft.predicate, claim.predicate),
  );
  const older = candidates
    .sort(byWeight)
    .find(({ claim }) => !sameValues(textSignature(claim.text).values, signature.values));
  return older === undefined ? undefined : { code: "near_twin", older };
}

/**
 * Live claims of the same namespace that contradict a new one: the same subject and predicate with another object, or
 * the same words and names with other values (rest and names are equal when the twin hashes are). At most one of each
 * kind, and a pair that is both counts as the first.
 *
 * @param replacedId the claim that the new one corrects: it is no conflict
 */
export function findConflicts(
  item: PreparedClaim,
  index: IdentityIndex,
  at: { readonly now: string; readonly replacedId: number | undefined },
): readonly FoundConflict[] {
  const rivals = tupleRivals(item, index).filter(({ claim }) => claim.id !== at.replacedId);
  const rivalIds = new Set(rivals.map(({ claim }) => claim.id));
  const [older] = rivals.toSorted(byWeight);
  const others = canHaveTwin(item)
    ? index.find(item.keys.twin).filter(({ claim }) => claim.id !== at.replacedId && !rivalIds.has(claim.id))
    : [];
  const twin = nearTwin(item, others, at.now);
  return [
    ...(older === undefined ? [] : [{ code: "tuple_conflict", older } as const]),
    ...(twin === undefined ? [] : [twin]),
  ];
}
