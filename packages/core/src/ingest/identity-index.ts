import type { Claim } from "../claims/claim.ts";
import { contentHashBase, namespaceKey, UNIT_SEPARATOR } from "../claims/identity.ts";
import type { IdentityMatch } from "../ports/claim-store.ts";

/** What makes two claims of one namespace candidates for being the same. Absent parts match nothing. */
interface IdentityParts {
  readonly idempotencyKey: string | undefined;
  readonly contentHash: string | undefined;
  readonly nearHash: string | undefined;
  readonly twinHash: string | undefined;
  readonly subject: string | undefined;
  readonly predicate: string | undefined;
}

/** The same as texts, each with its namespace, ready to be looked up. */
export interface IdentityKeys {
  readonly explicit: string | undefined;
  readonly content: string | undefined;
  readonly near: string | undefined;
  readonly twin: string | undefined;
  readonly tuple: string | undefined;
}

export const foldedValue = (text: string): string => text.trim().toLowerCase();

/** Key of an explicit or derived idempotency key. */
export const explicitKey = (namespace: string, key: string): string => `k${namespace}${UNIT_SEPARATOR}${key}`;

export function identityKeys(namespace: string, parts: IdentityParts): IdentityKeys {
  const { idempotencyKey, contentHash, nearHash, twinHash, subject, predicate } = parts;
  const tail = namespace + UNIT_SEPARATOR;
  const hasTuple = subject !== undefined && predicate !== undefined;
  return {
    explicit: idempotencyKey === undefined ? undefined : explicitKey(namespace, idempotencyKey),
    content: contentHash === undefined ? undefined : `c${tail}${contentHashBase(contentHash)}`,
    near: nearHash === undefined ? undefined : `n${tail}${nearHash}`,
    twin: twinHash === undefined ? undefined : `t${tail}${twinHash}`,
    // As written, as stores look tuples up: what a batch finds in itself must be what one by one finds.
    tuple: hasTuple ? `p${tail}${subject}${UNIT_SEPARATOR}${predicate}` : undefined,
  };
}

export const keyList = (keys: IdentityKeys): readonly string[] =>
  [keys.explicit, keys.content, keys.near, keys.twin, keys.tuple].filter((key) => key !== undefined);

/** Stored claims by their identity keys, kept up to date while a batch is written. */
export interface IdentityIndex {
  isEmpty(): boolean;
  /** In the order they were added. */
  find(key: string | undefined): readonly IdentityMatch[];
  add(match: IdentityMatch): void;
  /** The new state of a claim that is in the index; its keys stay. */
  replace(claim: Claim): void;
}

export function createIdentityIndex(matches: readonly IdentityMatch[]): IdentityIndex {
  const byId = new Map<number, IdentityMatch>();
  const idsByKey = new Map<string, number[]>();
  const add = (match: IdentityMatch): void => {
    const isKnown = byId.has(match.claim.id);
    byId.set(match.claim.id, match);
    if (isKnown) return;
    const { claim, nearHash, twinHash } = match;
    for (const key of keyList(identityKeys(namespaceKey(claim), { ...claim, nearHash, twinHash }))) {
      const ids = idsByKey.get(key);
      if (ids === undefined) idsByKey.set(key, [match.claim.id]);
      else ids.push(match.claim.id);
    }
  };
  matches.forEach(add);
  return {
    isEmpty: () => byId.size === 0,
    find: (key) => (key === undefined ? [] : (idsByKey.get(key) ?? []).flatMap((id) => byId.get(id) ?? [])),
    add,
    replace: (claim) => {
      const known = byId.get(claim.id);
      if (known !== undefined) byId.set(claim.id, { ...known, claim });
    },
  };
}
