import type { MemoryContext } from "../memory-types.ts";
import { isRefusal } from "../transfer/damage.ts";
import { groupRows } from "../transfer/row-record.ts";
import { acceptClaim } from "./accept-claim.ts";
import type { AcceptedClaim } from "./accept-claim.ts";
import { adoptingOf, ownUid } from "./adopting.ts";
import type { Adopting } from "./adopting.ts";
import type { Target } from "./compare-sides.ts";
import { insertClaim } from "./insert-claim.ts";
import { planSettlement, settleClaim } from "./settle-claim.ts";
import type { AdoptOptions, AdoptOutcome, ForeignClaim, RefusedClaim } from "./types.ts";

const isAccepted = (one: AcceptedClaim | RefusedClaim): one is AcceptedClaim => !("outcome" in one);

/** Claims that are here already, by their uid there. */
async function readTargets(by: Adopting, accepted: readonly AcceptedClaim[]): Promise<ReadonlyMap<string, Target>> {
  const { dump } = by.context.store;
  const endUid = ({ replacedByUid }: AcceptedClaim) =>
    replacedByUid === undefined ? undefined : ownUid(by, replacedByUid);
  const rows = await dump.claimsByUid(accepted.map(({ uid }) => ownUid(by, uid)));
  const ends = await dump.claimsByUid(accepted.flatMap((one) => endUid(one) ?? []));
  const ids = (column: string): readonly number[] =>
    [...rows.values()].map((row) => row[column]).filter((id) => typeof id === "number");
  const citations = groupRows(await dump.ofClaims("citations", ids("id")), "claim_id");
  const uids = await dump.uidsOf(ids("replaced_by_claim_id"));
  const targets = new Map<string, Target>();
  for (const one of accepted) {
    const row = rows.get(ownUid(by, one.uid));
    const end = endUid(one);
    const endId = end === undefined ? undefined : ends.get(end)?.["id"];
    if (row === undefined) continue;
    targets.set(one.uid, {
      row,
      citations: citations.get(row["id"]) ?? [],
      replacedByUid: uids.get(Number(row["replaced_by_claim_id"])),
      end: end === undefined || typeof endId !== "number" ? undefined : { id: endId, uid: end },
    });
  }
  return targets;
}

/** What needs no writing; `undefined` for the rest. */
function skipped(by: Adopting, accepted: AcceptedClaim, target: Target | undefined): AdoptOutcome | undefined {
  const { eventType, keepStatus } = by.options;
  const isSkipped =
    target === undefined
      ? !keepStatus && accepted.row["status"] === "archived"
      : eventType === "import" || planSettlement(by, accepted, target) === undefined;
  const id = target?.row["id"];
  const claimId = typeof id === "number" ? id : undefined;
  return isSkipped ? { uid: accepted.uid, outcome: "skipped", claimId, changes: [] } : undefined;
}

/** Takes one claim in, in a savepoint. */
async function adopt(by: Adopting, accepted: AcceptedClaim, isHere: boolean): Promise<AdoptOutcome> {
  const { uid } = accepted;
  const write = async (): Promise<AdoptOutcome> => {
    if (!isHere) return insertClaim(by, accepted);
    // Read again: a claim before it may have changed this one too.
    const target = (await readTargets(by, [accepted])).get(uid);
    const settled = target === undefined ? undefined : await settleClaim(by, accepted, target);
    return settled ?? { uid, outcome: "skipped", claimId: Number(target?.row["id"]), changes: [] };
  };
  try {
    return await by.context.store.transaction(write);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { uid, outcome: "refused", code: error.code };
  }
}

/**
 * Takes claims of another store in, in one transaction with a savepoint for each: what a claim breaks is undone, and the
 * others stay. At most 200 at once.
 *
 * @returns one outcome for each claim, in their order
 */
export async function adoptClaims(
  context: MemoryContext,
  claims: readonly ForeignClaim[],
  options: AdoptOptions,
): Promise<readonly AdoptOutcome[]> {
  const { store, settings } = context;
  const by = adoptingOf(context, options);
  const checked = claims.map((claim) => acceptClaim(claim, settings.redactPrivateNetwork));
  return store.transaction(async () => {
    const targets = await readTargets(by, checked.filter(isAccepted));
    const outcomes: AdoptOutcome[] = [];
    for (const one of checked) {
      const target = targets.get(one.uid);
      if (!isAccepted(one)) outcomes.push(one);
      else outcomes.push(skipped(by, one, target) ?? (await adopt(by, one, target !== undefined)));
    }
    return outcomes;
  });
}
