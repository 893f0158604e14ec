import { suffixOf } from "../claims/identity.ts";
import { explicitKey } from "./identity-index.ts";
import type { IdentityIndex, IdentityKeys } from "./identity-index.ts";

/** A new row: the hash of its content, the key that its caller gave, and where both must be free. */
interface NewIdentity {
  readonly own: { readonly contentHash: string };
  readonly given: { readonly idempotencyKey: string | undefined };
  readonly keys: Pick<IdentityKeys, "content">;
  readonly namespace: string;
}

const withSuffix = (base: string, suffix: number): string => (suffix === 1 ? base : `${base}~${suffix}`);

/** Content hash of a new row: the plain one, or with the first `~n` from 2 when rows of the same content hold that. */
export function freeContentHash({ own, given, keys, namespace }: NewIdentity, index: IdentityIndex): string {
  const base = own.contentHash;
  if (index.isEmpty()) return base;
  const taken = new Set(index.find(keys.content).map(({ claim }) => suffixOf(claim.contentHash ?? "")));
  /** Without a key of its own the row uses the hash as one, and a caller may have given that text as a key. */
  const isKeyTaken = (hash: string): boolean =>
    given.idempotencyKey === undefined && index.find(explicitKey(namespace, hash)).length > 0;
  let suffix = 1;
  while (taken.has(suffix) || isKeyTaken(withSuffix(base, suffix))) suffix += 1;
  return withSuffix(base, suffix);
}
