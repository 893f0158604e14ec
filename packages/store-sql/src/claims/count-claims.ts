import type { ClaimStats, Viewer } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { eventsVisibleTo } from "../events/event-filter.ts";
import type { Flavor } from "../flavor.ts";
import { candidateVisible } from "../proposals/proposal-store.ts";
import type { Schema } from "../schema.ts";
import { meets, visibleTo } from "./claim-filter.ts";

interface Wanted {
  readonly viewer: Viewer;
  readonly scope: string | undefined;
}

interface Group {
  readonly status: string;
  readonly scope: string;
  readonly claims: number;
  readonly oldest: string;
  readonly newest: string;
}

type Side = Pick<ClaimStats, "citations" | "links" | "events" | "openProposals">;

async function countGroups(db: Kysely<Schema>, flavor: Flavor, { viewer, scope }: Wanted): Promise<readonly Group[]> {
  return db
    .selectFrom("claims")
    .where(visibleTo(viewer, flavor))
    .where(meets({ scopes: scope === undefined ? undefined : [scope] }, flavor))
    .groupBy(["status", "scope"])
    .select((eb) => [
      "status",
      "scope",
      eb.fn.countAll<number>().as("claims"),
      eb.fn.min("created_at").as("oldest"),
      eb.fn.max("created_at").as("newest"),
    ])
    .execute();
}

/** What belongs to the counted claims alone. Events of no claim count only where no scope is asked for. */
async function countSides(db: Kysely<Schema>, flavor: Flavor, { viewer, scope }: Wanted): Promise<Side> {
  const counted = db
    .selectFrom("claims")
    .where(visibleTo(viewer, flavor))
    .where(meets({ scopes: scope === undefined ? undefined : [scope] }, flavor))
    .select("claims.id");
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("citations")
        .where("claim_id", "in", counted)
        .select((count) => count.fn.countAll<number>().as("n"))
        .as("citations"),
      eb
        .selectFrom("claim_links")
        .where("source_id", "in", counted)
        .where("target_id", "in", counted)
        .select((count) => count.fn.countAll<number>().as("n"))
        .as("links"),
      eb
        .selectFrom("events")
        .where((own) =>
          scope === undefined
            ? eventsVisibleTo(viewer, flavor)
            : own.and([own("claim_id", "in", counted), eventsVisibleTo(viewer, flavor)]),
        )
        .select((count) => count.fn.countAll<number>().as("n"))
        .as("events"),
      eb
        .selectFrom("open_proposals")
        .where("target_claim_id", "in", counted)
        .where(candidateVisible(viewer, flavor))
        .select((count) => count.fn.countAll<number>().as("n"))
        .as("openProposals"),
    ])
    .executeTakeFirstOrThrow();
  return {
    citations: Number(row.citations),
    links: Number(row.links),
    events: Number(row.events),
    openProposals: Number(row.openProposals),
  };
}

function sumBy(groups: readonly Group[], key: "status" | "scope"): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const group of groups) sums[group[key]] = (sums[group[key]] ?? 0) + group.claims;
  return sums;
}

export async function countClaims(db: Kysely<Schema>, flavor: Flavor, wanted: Wanted): Promise<ClaimStats> {
  const groups = await countGroups(db, flavor, wanted);
  const byStatus = sumBy(groups, "status");
  const { decode } = flavor.codecs.time;
  return {
    claims: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    byStatus,
    byScope: sumBy(groups, "scope"),
    ...(await countSides(db, flavor, wanted)),
    oldest: groups.map((group) => decode(group.oldest)).sort()[0],
    newest: groups
      .map((group) => decode(group.newest))
      .sort()
      .at(-1),
  };
}
