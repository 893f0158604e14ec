import { authorize } from "../access/authority.ts";
import { changeStatus } from "../claims/change-status.ts";
import type { ClaimRef, MemoryContext } from "../memory-types.ts";
import { checkActor, checkReason } from "./check-actor.ts";
import { governEach } from "./govern-each.ts";
import type { GovernedRow, ReversibleOptions } from "./types.ts";

/** Archives claims, whatever their state; one that is archived already is left as it is. */
export async function archiveClaims(
  context: MemoryContext,
  refs: readonly ClaimRef[],
  options: ReversibleOptions,
): Promise<readonly GovernedRow[]> {
  authorize(context.authority, "steward");
  const actor = checkActor(context, options.actor);
  const details = checkReason(options.reason);
  return governEach(context, refs, {
    dryRun: options.dryRun,
    govern: async (claim) => {
      if (claim.status === "archived") return undefined;
      const step = { to: "archived", eventType: "transition", details, payload: { actor } } as const;
      return (await changeStatus(context, claim, step)).eventId;
    },
  });
}
