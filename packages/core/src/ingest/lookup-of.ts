import type { IdentityLookup } from "../ports/claim-store.ts";
import { canHaveTwin } from "./find-conflicts.ts";
import type { PreparedClaim } from "./prepared-claim.ts";

const distinct = (values: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

/**
 * Every key by which a stored claim can matter to one of the items.
 *
 * @param derivedKeys keys that rows without an own one would use: only a caller who gave such a text as a key can hold
 *   one that the content hash does not find
 */
export function lookupOf(items: readonly PreparedClaim[], derivedKeys: readonly string[] = []): IdentityLookup {
  return {
    idempotencyKeys: distinct([...items.map(({ given }) => given.idempotencyKey), ...derivedKeys]),
    contentHashes: distinct(items.map(({ own }) => own.contentHash)),
    nearHashes: distinct(items.map(({ own }) => own.nearHash)),
    twinHashes: distinct(items.map((item) => (canHaveTwin(item) ? item.own.twinHash : undefined))),
    tuples: items.flatMap(({ draft: { subject, predicate } }) =>
      subject === undefined || predicate === undefined ? [] : [{ subject, predicate }],
    ),
  };
}
