import type { NewClaim } from "../ports/claim-store.ts";
import type { Sealer } from "../security/sealer.ts";
import type { SealedFields } from "./prepared-claim.ts";

const CONTENT = [
  ["text", "text"],
  ["subject", "subject"],
  ["predicate", "predicate"],
  ["objectValue", "object_value"],
  ["citations", "citations"],
] as const;

/** What the filter changed in a claim, sealed as it was before; `undefined` without a key, or when it changed nothing. */
export function sealRedacted(sealer: Sealer | undefined, before: NewClaim, after: NewClaim): SealedFields | undefined {
  if (sealer === undefined) return undefined;
  const changed = CONTENT.filter(([field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return undefined;
  const original = Object.fromEntries(changed.map(([field, name]) => [name, before[field]]));
  return {
    fields: changed.map(([, name]) => name),
    sealed: sealer.seal(JSON.stringify({ uid: before.uid, redacted: original })),
  };
}
