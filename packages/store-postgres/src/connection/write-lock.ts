import { createHash } from "node:crypto";

/** A key of an advisory lock: 64 bits of the digest of a name, signed, as the server takes it. */
function lockKey(name: string): string {
  return createHash("sha256").update(`memorymaster:${name}`).digest().readBigInt64BE().toString();
}

/**
 * Lets one writer of a partition at a time, as SQLite does for its file: look-ups and chained events of two writers must
 * not overlap. Whoever is bound to a tenant writes beside the other tenants; the operator writes alone. Ends with the
 * transaction. In one order, so that writers never wait for each other in a ring.
 */
export function writeLock(tenantId: string | undefined): string {
  const all = lockKey("event");
  if (tenantId === undefined) return `select pg_advisory_xact_lock(${all})`;
  return `select pg_advisory_xact_lock_shared(${all});select pg_advisory_xact_lock(${lockKey(`event:${tenantId}`)})`;
}
