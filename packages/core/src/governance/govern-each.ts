import { governingViewer } from "../access/governing-viewer.ts";
import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";
import { resolveClaim } from "../claims/resolve-claim.ts";
import { reloadClaim } from "../claims/update-claim.ts";
import { fromUnknown } from "../errors/from-unknown.ts";
import type { ClaimRef, MemoryContext } from "../memory-types.ts";
import { runOrRehearse } from "./run-or-rehearse.ts";
import type { GovernedRow } from "./types.ts";

/** Changes one claim and returns the event that tells of it; `undefined` = it is as wanted already. */
export type GovernClaim = (claim: Claim, viewer: Viewer) => Promise<number | undefined>;

/**
 * Changes claims one after the other, each in a transaction of its own: what fails keeps none of the others.
 *
 * @returns one row for each name in order; a claim that is named twice is changed once
 */
export async function governEach(
  context: MemoryContext,
  refs: readonly ClaimRef[],
  { govern, dryRun }: { readonly govern: GovernClaim; readonly dryRun?: boolean | undefined },
): Promise<readonly GovernedRow[]> {
  const { store } = context;
  const viewer = governingViewer(context.authority);
  const rehearsed = new Set<number>();
  const one = async (ref: ClaimRef): Promise<GovernedRow> => {
    const { id } = await resolveClaim(store, viewer, ref);
    const isRepeated = rehearsed.has(id);
    const work = async (): Promise<GovernedRow> => {
      const before = await reloadClaim(store, viewer, id);
      const eventId = isRepeated ? undefined : await govern(before, viewer);
      const claim = eventId === undefined ? before : await reloadClaim(store, viewer, id);
      return { ref, claim, eventId: dryRun === true ? undefined : eventId, changed: eventId !== undefined };
    };
    const row = await runOrRehearse(store, work, { dryRun });
    if (dryRun === true) rehearsed.add(id);
    return row;
  };
  const rows: GovernedRow[] = [];
  for (const ref of refs) rows.push(await one(ref).catch((error: unknown) => ({ ref, error: fromUnknown(error) })));
  return rows;
}
