import type { ClaimPatch } from "../ports/claim-store.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import { fieldName, recordOf } from "../transfer/row-record.ts";
import type { AcceptedClaim } from "./accept-claim.ts";

/** A claim that both sides hold, as it is here. */
export interface Target {
  readonly row: DumpRow;
  readonly citations: readonly DumpRow[];
  /** Uid of the claim that replaced it here. */
  readonly replacedByUid: string | undefined;
  /** The claim that replaced it there, if it is here too. */
  readonly end: { readonly id: number; readonly uid: string } | undefined;
}

type Columns = readonly string[];

/** Columns that change together: the side that changed last has all of them. */
const TRUST: Columns = ["confidence", "tier"];
const VALIDITY: Columns = ["valid_from", "valid_until"];
const STATE: Columns = ["status", "last_validated_at", "archived_at", "confirmed_by", "replaced_by_uid"];

const RETIRED: ReadonlySet<unknown> = new Set(["superseded", "archived"]);

/** The earlier of two times. */
export const earlier = (a: string, b: string): string => (a < b ? a : b);

const valuesOf = (row: DumpRow, columns: Columns): string => JSON.stringify(columns.map((name) => row[name] ?? null));

/** Of equal times the greater values count, so that both sides agree. */
function isNewer(columns: Columns, [source, target]: readonly [DumpRow, DumpRow], latest: string): boolean {
  const [values, stored] = [valuesOf(source, columns), valuesOf(target, columns)];
  const at = earlier(String(source["updated_at"]), latest);
  const storedAt = earlier(String(target["updated_at"]), latest);
  return at === storedAt ? values > stored : values !== stored && at > storedAt;
}

/** A replacement that has not come yet says nothing about the one here. */
function replacementOf(
  { row, replacedByUid }: AcceptedClaim,
  { end, replacedByUid: stored }: Target,
): string | undefined {
  const isAwaited = end === undefined && replacedByUid !== undefined && RETIRED.has(row["status"]);
  return isAwaited ? stored : end?.uid;
}

/**
 * What the source changed last, of the claim as it is here.
 *
 * @param by.latest no time counts as later than this
 */
export function newerFields(
  accepted: AcceptedClaim,
  target: Target,
  by: { readonly isBelieved: boolean; readonly latest: string },
): Partial<ClaimPatch> {
  const source = { ...accepted.row, replaced_by_uid: replacementOf(accepted, target) ?? null };
  const stored: DumpRow = { ...target.row, replaced_by_uid: target.replacedByUid ?? null };
  const groups = by.isBelieved ? [[...TRUST, "pinned"], VALIDITY, STATE] : [TRUST, VALIDITY];
  const newer = groups.filter((columns) => isNewer(columns, [source, stored], by.latest)).flat();
  const values: DumpRow = { ...source, replaced_by_claim_id: target.end?.id ?? null };
  const names = newer.map((name) => (name === "replaced_by_uid" ? "replaced_by_claim_id" : name));
  const record = recordOf("claims", values);
  const [before, fields] = [recordOf("claims", target.row), names.map(fieldName)];
  return Object.fromEntries(
    fields.filter((field) => record[field] !== before[field]).map((field) => [field, record[field]]),
  );
}
