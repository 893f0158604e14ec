import { UNKNOWN_AGENT } from "../../claims/claim.ts";
import type { Claim } from "../../claims/claim.ts";
import { namespaceKey, UNIT_SEPARATOR } from "../../claims/identity.ts";
import { ConflictError, StoreError } from "../../errors/errors.ts";
import type { ClaimRow, Tables } from "./tables.ts";
import { noteVectorChange } from "./vector-outbox.ts";

type Key = (claim: Claim) => string | undefined;

const inNamespace = (claim: Claim, ...parts: readonly string[]): string =>
  [namespaceKey(claim), ...parts].join(UNIT_SEPARATOR);

/** Partial unique indexes: claims whose key is `undefined` are outside of the index. */
const UNIQUE: Readonly<Record<string, Key>> = {
  uid: (claim) => claim.uid,
  human_id: (claim) => inNamespace(claim, claim.humanId),
  idempotency_key: (claim) =>
    claim.idempotencyKey === undefined ? undefined : inNamespace(claim, claim.idempotencyKey),
  confirmed_tuple: (claim) =>
    claim.status === "confirmed" && claim.subject !== undefined && claim.predicate !== undefined
      ? inNamespace(claim, claim.subject, claim.predicate)
      : undefined,
};

/** @throws StoreError `store.constraint` */
export function violated(rule: string): never {
  throw new StoreError("store.constraint", `The database refused the write: ${rule}`, {
    details: { constraint: rule },
  });
}

export function requireClaimRow(tables: Tables, id: number): void {
  if (!tables.claims.has(id)) violated("claim_exists");
}

function checkPointer(tables: Tables, claim: Claim, target: number | undefined): void {
  if (target === undefined) return;
  const other = tables.claims.get(target)?.claim;
  if (other === undefined || other.id === claim.id) return violated("supersession_target");
  if (namespaceKey(other) !== namespaceKey(claim)) violated("supersession_boundary");
}

function uniqueKeys(claim: Claim): readonly (readonly [field: string, key: string])[] {
  return Object.entries(UNIQUE).flatMap(([field, keyOf]) => {
    const key = keyOf(claim);
    return key === undefined ? [] : [[field, `${field}${UNIT_SEPARATOR}${key}`] as const];
  });
}

function checkRow(tables: Tables, claim: Claim): void {
  if (claim.visibility !== "public" && claim.sourceAgent === UNKNOWN_AGENT) violated("non_public_needs_agent");
  if (claim.confirmedBy !== undefined && claim.status !== "confirmed") violated("confirmed_by_needs_confirmed");
  checkPointer(tables, claim, claim.supersedesClaimId);
  checkPointer(tables, claim, claim.replacedByClaimId);
}

/**
 * Inserts or replaces a claim with its unique keys.
 *
 * @throws ConflictError `claim.duplicate` for a key that another claim has, StoreError `store.constraint` for the rest
 */
export function putClaimRow(tables: Tables, row: ClaimRow): void {
  checkRow(tables, row.claim);
  const before = tables.claims.get(row.claim.id)?.claim;
  for (const [, key] of before === undefined ? [] : uniqueKeys(before)) tables.uniqueKeys.delete(key);
  for (const [field, key] of uniqueKeys(row.claim)) {
    if (tables.uniqueKeys.has(key)) {
      throw new ConflictError("claim.duplicate", `Another claim has the same ${field}`, { details: { field } });
    }
    tables.uniqueKeys.set(key, row.claim.id);
  }
  tables.claims.set(row.claim.id, row);
  noteVectorChange(tables, before, row.claim);
}
