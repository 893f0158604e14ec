import type { Claim } from "../claims/claim.ts";
import { namespaceKey, sha256Hex, suffixOf } from "../claims/identity.ts";
import { freeContentHash } from "../ingest/free-content-hash.ts";
import { createIdentityIndex, explicitKey, identityKeys } from "../ingest/identity-index.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import type { HistoryLine } from "../ports/history-store.ts";
import type { Store } from "../ports/store.ts";
import { columnsOf, rowOf } from "../transfer/row-record.ts";
import type { AcceptedClaim } from "./accept-claim.ts";
import { claimOfRow, recordAdoption } from "./adopting.ts";
import type { Adopting } from "./adopting.ts";
import { findRivalry, rivalPatch, settleRivalry } from "./rivalry.ts";
import type { AdoptOutcome } from "./types.ts";

/** Of a claim whose state is not believed. */
const CANDIDATE: DumpRow = {
  status: "candidate",
  pinned: false,
  confirmed_by: null,
  archived_at: null,
  last_validated_at: null,
};

/** A key of the caller's stays when it is free; else the claim gets one that is made from its content here. */
async function freeKeys({ claims }: Pick<Store, "claims">, claim: Claim): Promise<DumpRow> {
  const { idempotencyKey: key, contentHash, uid } = claim;
  const index = createIdentityIndex(
    await claims.findIdentityMatches({
      idempotencyKeys: [key, contentHash].filter((one) => one !== undefined),
      contentHashes: contentHash === undefined ? [] : [contentHash],
      ...{ nearHashes: [], twinHashes: [], tuples: [] },
    }),
  );
  const namespace = namespaceKey(claim);
  const isFree = key !== undefined && index.find(explicitKey(namespace, key)).length === 0;
  const idempotencyKey = isFree ? key : undefined;
  if (contentHash === undefined) return { idempotency_key: idempotencyKey ?? `merge-${sha256Hex(uid).slice(0, 16)}` };
  const keys = identityKeys(namespace, { ...claim, nearHash: undefined, twinHash: undefined });
  const hash = freeContentHash({ own: { contentHash }, given: { idempotencyKey }, keys, namespace }, index);
  return { content_hash: hash, idempotency_key: idempotencyKey ?? hash };
}

async function freeHumanId({ claims }: Pick<Store, "claims">, claim: Claim): Promise<string> {
  const [base = claim.humanId] = claim.humanId.split("~", 1);
  const taken = (await claims.takenHumanIds(claim, [base])).get(base) ?? 0;
  return suffixOf(claim.humanId) > taken ? claim.humanId : `${base}~${taken + 1}`;
}

/** Keeps what happened to the claim elsewhere, but for what the store knows already. Returns how many lines. */
async function keepHistory({ dump, history }: Store, lines: readonly HistoryLine[]): Promise<number> {
  const byHash = new Map(lines.map((line) => [line.eventHash, line]));
  for (const hash of await history.known([...byHash.keys()])) byHash.delete(hash);
  const rows = [...byHash.values()].map((line) => rowOf("event_history", { ...line }));
  await dump.write("event_history", rows);
  return rows.length;
}

/**
 * Stores a claim that is new here under its own uid. Its state counts only where it is believed, and nothing was taken
 * out of it; beside a confirmed claim of the same subject and predicate it stays a candidate, or one replaces the other.
 */
export async function insertClaim(by: Adopting, accepted: AcceptedClaim): Promise<AdoptOutcome> {
  const { store } = by.context;
  const { citations, history, isRedacted } = accepted;
  const given = { ...accepted.row, ...(!(by.options.keepStatus && !isRedacted) && CANDIDATE) };
  const wanted = claimOfRow(given, citations);
  const { uid, status, confirmedBy, updatedAt, tenantId } = wanted;
  const rivalry = await findRivalry(store, wanted);
  const row: DumpRow = {
    ...given,
    ...columnsOf(rivalPatch(wanted, rivalry, by.now)),
    ...(await freeKeys(store, wanted)),
    human_id: await freeHumanId(store, wanted),
  };
  const [claimId = 0] = await store.dump.write("claims", [row]);
  await store.dump.write(
    "citations",
    citations.map((citation) => ({ ...citation, claim_id: claimId })),
  );
  const events = await keepHistory(store, history);
  const toStatus = rivalry?.outcome === "wins" ? status : (row["status"] as Claim["status"]);
  const said = { claimId, tenantId, toStatus, payload: { new: true, events } };
  const final = { status, confirmedBy, updatedAt };
  await settleRivalry(by, { uid, rivalry, final }, () => recordAdoption(by, accepted, said));
  const renamed = ["human_id", "idempotency_key"].filter((name) => given[name] !== null && given[name] !== row[name]);
  const changes = [...(isRedacted ? ["redacted"] : []), ...renamed, ...(rivalry === undefined ? [] : ["tuple"])];
  return { uid, outcome: "taken", claimId, changes };
}
