import type { Claim } from "../../claims/claim.ts";
import { nextId } from "./tables.ts";
import type { Tables } from "./tables.ts";

/** What an index holds of a claim, or goes by. */
const FIELDS = [
  "text",
  "subject",
  "predicate",
  "objectValue",
  "scope",
  "status",
  "tenantId",
  "visibility",
  "contentHash",
] as const satisfies readonly (keyof Claim)[];

/** The entry of a claim is replaced by one of a new number. */
export function noteForIndex(
  tables: Tables,
  index: string,
  { claimId, at }: { readonly claimId: number; readonly at: string },
): void {
  const before = [...tables.outbox.values()].find((row) => row.index === index && row.claimId === claimId);
  if (before !== undefined) tables.outbox.delete(before.changeNo);
  const changeNo = nextId(tables, "changes");
  const fresh = { attempts: 0, nextAttemptAt: undefined, leaseUntil: undefined };
  tables.outbox.set(changeNo, { index, claimId, changeNo, enqueuedAt: at, ...fresh });
}

/** What the databases do by trigger. */
export function noteVectorChange(tables: Tables, before: Claim | undefined, after: Claim): void {
  if (before !== undefined && FIELDS.every((field) => before[field] === after[field])) return;
  for (const index of [...tables.vectorIndexes].sort()) {
    noteForIndex(tables, index, { claimId: after.id, at: after.updatedAt });
  }
}
