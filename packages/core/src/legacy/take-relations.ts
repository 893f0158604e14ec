import type { LinkType } from "../claims/link.ts";
import { adoptRelations } from "../merge/adopt-relations.ts";
import type { ForeignLink, ForeignPair } from "../merge/types.ts";
import { LINK_COLUMNS, mapColumns } from "./columns.ts";
import { legacyUid } from "./identify.ts";
import { BATCH, idOf, SOME_ID } from "./run.ts";
import type { LegacyRun } from "./run.ts";
import type { LegacySurvey } from "./survey.ts";

/** Two claims of the file that shall know of each other. */
interface Relation {
  readonly from: number;
  readonly to: number;
  readonly link?: Omit<ForeignLink, "sourceUid" | "targetUid">;
  readonly pair?: Pick<ForeignPair, "pointsBack">;
  /** Says why they cannot. */
  readonly refuse: (why: string) => void;
}

async function relate({ origin, refused, target }: LegacyRun, relations: readonly Relation[]): Promise<void> {
  const named = relations.map((one) => ({
    ...one,
    uid: legacyUid(origin, one.from),
    other: legacyUid(origin, one.to),
  }));
  const isWhole = ({ from, to }: Relation): boolean => !refused.has(from) && !refused.has(to);
  for (const one of named.filter((relation) => !isWhole(relation))) one.refuse("the other claim was refused");
  if (target === undefined) return;
  const ready = named.filter(isWhole);
  const links = ready.flatMap(({ link, uid, other }) => (link ? { ...link, sourceUid: uid, targetUid: other } : []));
  const pairs = ready.flatMap(({ pair, uid, other }) => (pair ? { ...pair, uid, replacedByUid: other } : []));
  const { left } = await adoptRelations(target.context, { links, pairs }, target.options);
  for (const { uid, other, why } of left) {
    for (const one of ready) if (one.uid === uid && one.other === other) one.refuse(why);
  }
}

/** Takes links and supersessions, when all claims are there. */
export async function takeRelations(run: LegacyRun, { ids, pairs }: LegacySurvey): Promise<void> {
  await run.each("claim_links", (rows) => {
    const ready = rows.flatMap((source): readonly Relation[] => {
      const row = { table: "claim_links", id: idOf(source) } as const;
      const [from, to] = [Number(source["source_id"]), Number(source["target_id"])];
      const ends = {
        source_id: ids.has(from) ? SOME_ID : null,
        target_id: ids.has(to) && from !== to ? SOME_ID : null,
      };
      const mapped = { ...mapColumns(LINK_COLUMNS, source), ...ends, id: SOME_ID };
      const passed = run.pass(row, { columns: LINK_COLUMNS, from: source, row: mapped });
      if (passed === undefined) return [];
      const link = { linkType: passed["link_type"] as LinkType, createdAt: String(passed["created_at"]) };
      return [{ from, to, link, refuse: (why) => run.note(row, "refused", why) }];
    });
    return relate(run, ready);
  });
  const relations = pairs.map(({ older, newer, pointsBack }): Relation => {
    const row = { table: "claims", id: run.refused.has(older) ? newer : older } as const;
    const refuse = (why: string): void => run.note(row, "changed", `supersession dropped: ${why}`);
    return { from: older, to: newer, pair: { pointsBack }, refuse };
  });
  for (let at = 0; at < relations.length; at += BATCH) await relate(run, relations.slice(at, at + BATCH));
}
