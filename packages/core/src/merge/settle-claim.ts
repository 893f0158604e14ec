import type { Claim } from "../claims/claim.ts";
import { updateClaim } from "../claims/update-claim.ts";
import type { JsonObject } from "../events/event.ts";
import type { ClaimPatch } from "../ports/claim-store.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";
import { isEmpty } from "../redaction/write-redaction.ts";
import { filterRow } from "../transfer/filter-row.ts";
import { columnsOf } from "../transfer/row-record.ts";
import type { AcceptedClaim } from "./accept-claim.ts";
import { claimOfRow, recordAdoption } from "./adopting.ts";
import type { Adopting } from "./adopting.ts";
import { earlier, newerFields } from "./compare-sides.ts";
import type { Target } from "./compare-sides.ts";
import { planEvidence, writeEvidence } from "./merge-evidence.ts";
import type { EvidencePlan } from "./merge-evidence.ts";
import { findRivalry, rivalPatch, settleRivalry } from "./rivalry.ts";
import type { AdoptOutcome } from "./types.ts";

/** Whether today's filter finds a secret in what is stored here: such a claim is left as it is. */
function isUnsafe({ row, citations }: Target): boolean {
  const options = { redact: false, redactPrivateNetwork: false };
  const isLeaky = (table: "claims" | "citations") => (one: DumpRow) =>
    filterRow({ table, row: one, line: 0, event: undefined }, options).refused !== undefined;
  return isLeaky("claims")(row) || citations.some(isLeaky("citations"));
}

/** The claim that replaced this one before does not point back at it any more. */
async function dropPointerBack({ claims, dump }: Store, { row, replacedByUid }: Target): Promise<void> {
  const [former = {}] = (await dump.claimsByUid(replacedByUid === undefined ? [] : [replacedByUid])).values();
  if (former["supersedes_claim_id"] !== row["id"]) return;
  const claim = claimOfRow(former, []);
  await updateClaim({ claims }, claim, { supersedesClaimId: undefined, updatedAt: claim.updatedAt });
}

interface Settlement {
  readonly fields: Partial<ClaimPatch>;
  readonly evidence: EvidencePlan;
}

/** What changes here; `undefined` when nothing does. */
export function planSettlement(by: Adopting, accepted: AcceptedClaim, target: Target): Settlement | undefined {
  const isBelieved = by.options.keepStatus && !accepted.isRedacted;
  const fields = newerFields(accepted, target, { isBelieved, latest: by.latest });
  const source = claimOfRow(accepted.row, accepted.citations);
  const evidence = planEvidence(source, claimOfRow(target.row, target.citations));
  const isChange = Object.keys(fields).length > 0 || evidence.lacking.length > 0;
  if (isChange && !isUnsafe(target)) return { fields, evidence };
  return isEmpty(evidence.gone) ? undefined : { fields: {}, evidence: { ...evidence, lacking: [] } };
}

/** Values of some fields by column. */
function valuesOf(claim: Partial<Claim>, fields: readonly string[]): JsonObject {
  return columnsOf(Object.fromEntries(fields.map((field) => [field, claim[field as keyof Claim]])));
}

/**
 * Settles a claim that both sides hold: of each group of columns the side counts that changed last, evidence of both is
 * kept, and what one side took away is gone on both.
 *
 * @returns `undefined` when nothing differs
 */
export async function settleClaim(
  by: Adopting,
  accepted: AcceptedClaim,
  target: Target,
): Promise<AdoptOutcome | undefined> {
  const { store } = by.context;
  const claim = claimOfRow(target.row, target.citations);
  const { id: claimId, uid, tenantId } = claim;
  const plan = planSettlement(by, accepted, target);
  if (plan === undefined) return undefined;
  const there = earlier(String(accepted.row["updated_at"]), by.latest);
  const wanted: ClaimPatch = { ...plan.fields, updatedAt: there > claim.updatedAt ? there : claim.updatedAt };
  const would: Claim = { ...claim, ...wanted };
  const rivalry = claim.status === "confirmed" ? undefined : await findRivalry(store, would);
  const patch = { ...wanted, ...rivalPatch(would, rivalry, by.now) };
  const isChange = Object.keys(plan.fields).length > 0;
  const written = isChange ? { ...(await updateClaim(store, claim, patch)), citations: claim.citations } : would;
  if ("replacedByClaimId" in plan.fields) await dropPointerBack(store, target);
  const evidence = await writeEvidence(store, written, plan.evidence);
  const told: Partial<Claim> = rivalry?.outcome === "wins" ? would : { ...claim, ...patch };
  const names = Object.keys(patch).filter((name) => name !== "updatedAt");
  const changed = names.filter((name) => told[name as keyof Claim] !== claim[name as keyof Claim]);
  const [before, after] = [valuesOf(claim, changed), valuesOf(told, changed)];
  await settleRivalry(by, { uid, rivalry, final: wanted }, () => {
    const toStatus = changed.includes("status") ? told.status : undefined;
    const payload = { new: false, events: 0, before, after, ...evidence.said };
    return recordAdoption(by, accepted, { claimId, tenantId, toStatus, payload });
  });
  return { uid: accepted.uid, outcome: "updated", claimId, changes: [...Object.keys(after), ...evidence.changes] };
}
