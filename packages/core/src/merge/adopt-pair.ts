import type { Claim } from "../claims/claim.ts";
import { pointBack } from "../claims/supersede.ts";
import { updateClaim } from "../claims/update-claim.ts";
import type { JsonObject } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { recordEvents } from "../events/record-events.ts";
import { isLive } from "../ingest/validity.ts";
import { isRefusal } from "../transfer/damage.ts";
import { claimOfRow, ownUid } from "./adopting.ts";
import type { Adopting } from "./adopting.ts";
import type { ForeignPair, RelationOutcome } from "./types.ts";

/** The two ends as they are here. */
interface Ends {
  readonly old: Claim;
  readonly replacement: Claim;
}

const retiredStatus = (old: Claim): Claim["status"] => (isLive(old) ? "superseded" : old.status);

/** Whether nothing has happened to the claim since it came from another store. */
async function isAsItCame({ context: { store } }: Adopting, claim: Claim): Promise<boolean> {
  const [last] = await store.events.history(claim.id, 1);
  return last !== undefined && (last.event.eventType === "import" || payloadOf(last.event)?.["new"] === true);
}

async function faultOf(by: Adopting, { old, replacement }: Ends): Promise<string | undefined> {
  if (old.id === replacement.id) return "they are one claim here";
  if (old.replacedByClaimId === replacement.id) return undefined;
  if (old.replacedByClaimId !== undefined) return "another claim replaced it here";
  return isLive(old) && !(await isAsItCame(by, old)) ? `it is ${old.status} here` : undefined;
}

/** Of two claims that the replacement replaced on one side each, the one with the greater uid gets its pointer on both. */
async function movePointer(by: Adopting, ends: Ends, pair: ForeignPair): Promise<boolean> {
  const { context, options, now: createdAt } = by;
  const { store } = context;
  const { old, replacement } = ends;
  const pointed = replacement.supersedesClaimId;
  if (pair.pointsBack !== true || !options.keepStatus || pointed === undefined) return false;
  const uid = (await store.dump.uidsOf([pointed])).get(pointed) ?? "";
  if (uid > old.uid) return false;
  const first = claimOfRow((await store.dump.claimsByUid([uid])).get(uid) ?? {}, []);
  const { updatedAt } = replacement;
  const moved = await updateClaim(store, replacement, { supersedesClaimId: old.id, updatedAt });
  if (first.replacedByClaimId !== moved.id) return true;
  const linkId = await pointBack(store, { old: first, replacement: moved }, updatedAt);
  if (linkId === undefined) return true;
  const link = { target_id: first.id, link_type: "supersedes", before: { link_id: null } };
  const payload = { run_id: options.runId, origin: options.origin, ...link };
  await recordEvents(store, [{ claimId: moved.id, eventType: "link", payload, tenantId: moved.tenantId, createdAt }]);
  return true;
}

/** Retires the old claim, unless that was done. Times and validity stay as they came. */
async function retire({ context: { store } }: Adopting, { old, replacement }: Ends): Promise<JsonObject | undefined> {
  if (old.replacedByClaimId !== undefined) return undefined;
  const { updatedAt } = old;
  const status = retiredStatus(old);
  await updateClaim(store, old, { status, replacedByClaimId: replacement.id, confirmedBy: undefined, updatedAt });
  return { replaced_by_claim_id: null, confirmed_by: old.confirmedBy ?? null };
}

/** Lets the replacement point at the old claim, by a link when it points at another one. */
async function connect(by: Adopting, ends: Ends, pair: ForeignPair): Promise<JsonObject | undefined> {
  const { old, replacement } = ends;
  if (replacement.supersedesClaimId === old.id) return undefined;
  if (await movePointer(by, ends, pair)) return {};
  const linkId = await pointBack(by.context.store, ends, by.now);
  if (linkId !== undefined) return { link_id: linkId };
  return replacement.supersedesClaimId === undefined ? {} : undefined;
}

/** Writes what is missing of the pair. */
async function writePair(by: Adopting, ends: Ends, pair: ForeignPair): Promise<"written" | "known"> {
  const { old, replacement } = ends;
  const retired = await retire(by, ends);
  const link = await connect(by, ends, pair);
  if (retired === undefined && link === undefined) return "known";
  const { runId, origin, eventType } = by.options;
  const before = { ...retired, supersedes_claim_id: replacement.supersedesClaimId ?? null };
  const payload = { run_id: runId, origin, replaced_by_claim_id: replacement.id, ...link, before };
  const step = { fromStatus: old.status, toStatus: retiredStatus(old), details: eventType } as const;
  const about = { claimId: old.id, tenantId: old.tenantId, createdAt: by.now };
  await recordEvents(by.context.store, [{ ...about, ...step, eventType: "supersession", payload }]);
  return "written";
}

/** Completes one supersession, in a savepoint. */
export async function adoptPair(by: Adopting, pair: ForeignPair): Promise<RelationOutcome> {
  const { store } = by.context;
  const { uid, replacedByUid: other } = pair;
  const names = [ownUid(by, uid), ownUid(by, other)];
  const rows = await store.dump.claimsByUid(names);
  const [old, replacement] = names.map((name) => rows.get(name));
  if (old === undefined || replacement === undefined) return { uid, other, why: "one of them is not here" };
  const ends = { old: claimOfRow(old, []), replacement: claimOfRow(replacement, []) };
  const why = await faultOf(by, ends);
  if (why !== undefined) return { uid, other, why };
  try {
    return await store.transaction(() => writePair(by, ends, pair));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { uid, other, why: "tenant, scope, visibility or owner differ" };
  }
}
