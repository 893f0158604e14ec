import type { MemoryContext } from "../memory-types.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import { adoptClaims } from "./adopt-claims.ts";
import { adoptRelations } from "./adopt-relations.ts";
import type { Matches } from "./find-matches.ts";
import { claimPages, originOf, readForeign, readLinks } from "./read-foreign.ts";
import type { ForeignReader } from "./read-foreign.ts";
import type { AdoptedRelations, AdoptOptions, AdoptOutcome, ForeignClaim, ForeignLink, ForeignPair } from "./types.ts";

export interface TakingIn {
  readonly reader: ForeignReader;
  readonly matches: Matches;
  readonly options: Pick<AdoptOptions, "eventType" | "keepStatus">;
  /** Called with what became of a claim, in the transaction of its batch. */
  readonly onOutcome: (outcome: AdoptOutcome) => void;
  /** Called behind a batch with the number of its claims. */
  readonly onBatch?: ((claims: number) => void) | undefined;
}

/** Claims that make room for confirmed ones come before them. */
const TURNS: readonly ((row: DumpRow) => boolean)[] = [
  ({ status }) => status !== "confirmed",
  ({ status }) => status === "confirmed",
];

/** Supersessions that the claims tell of, each once; what the older claim says counts more. */
function addPairs(claims: readonly ForeignClaim[], pairs: Map<string, ForeignPair>): void {
  for (const { row, replacedByUid, supersedesUid } of claims) {
    const uid = String(row["uid"]);
    if (replacedByUid !== undefined && pairs.get(uid)?.replacedByUid !== replacedByUid) {
      pairs.set(uid, { uid, replacedByUid });
    }
    if (supersedesUid === undefined || (pairs.get(supersedesUid)?.replacedByUid ?? uid) !== uid) continue;
    pairs.set(supersedesUid, { uid: supersedesUid, replacedByUid: uid, pointsBack: true });
  }
}

/** Takes all claims of a reader in, batch by batch, at last what is between them. */
export async function takeIn(context: MemoryContext, taking: TakingIn): Promise<AdoptedRelations> {
  const { reader, matches, onOutcome, onBatch } = taking;
  const origin = await originOf(reader);
  const runId = context.ids.uid(context.clock.nowMs());
  const options: AdoptOptions = { ...taking.options, origin, runId, aliases: matches.aliases };
  const pairs = new Map<string, ForeignPair>();
  const links = new Map<string, ForeignLink>();
  for (const isTurn of TURNS) {
    for await (const page of claimPages(reader)) {
      const rows = page.filter(isTurn);
      if (rows.length === 0) continue;
      const claims = await readForeign(reader, rows, (uid) => matches.arriving.has(String(uid)));
      (await adoptClaims(context, claims, options)).forEach(onOutcome);
      addPairs(claims, pairs);
      for (const link of await readLinks(reader, rows)) links.set(Object.values(link).join(" "), link);
      onBatch?.(rows.length);
    }
  }
  return adoptRelations(context, { links: [...links.values()], pairs: [...pairs.values()] }, options);
}
