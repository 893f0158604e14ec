import type { RowIssues } from "@memorymaster/core";
import type { Kysely, RawBuilder } from "kysely";
import type { Lists } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { IS_ONE_SIDED, isDangling } from "./row-issues.ts";

type Database = Kysely<Schema>;
type Pointer = "replaced_by_claim_id" | "supersedes_claim_id";

async function clearPointers(db: Database, pointer: Pointer, ids: RawBuilder<number>): Promise<readonly number[]> {
  const cleared = await db
    .updateTable("claims")
    .set((eb) => ({ [pointer]: null, version: eb("version", "+", 1) }))
    .where("id", "in", ids)
    .where(isDangling(`claims.${pointer}`))
    .returning("id")
    .execute();
  return cleared.map(({ id }) => id);
}

async function setPointer(db: Database, claimId: number, change: Partial<Record<Pointer, number>>): Promise<void> {
  await db
    .updateTable("claims")
    .set((eb) => ({ ...change, version: eb("version", "+", 1) }))
    .where("id", "=", claimId)
    .execute();
}

/** The claims that say they replaced this one. */
async function replacementsOf(db: Database, id: number): Promise<readonly number[]> {
  const pointing = db.selectFrom("claims").select("id").where("supersedes_claim_id", "=", id);
  const linked = db
    .selectFrom("claim_links")
    .select("source_id as id")
    .where("target_id", "=", id)
    .where("link_type", "=", "supersedes");
  return (await pointing.union(linked).execute()).map((row) => row.id);
}

/** Sets the end of a pair that is missing; whether there was one right way to. */
async function completePair(db: Database, id: number): Promise<boolean> {
  const old = await db
    .selectFrom("claims")
    .select(["replaced_by_claim_id", "updated_at"])
    .where("id", "=", id)
    .where(IS_ONE_SIDED)
    .executeTakeFirst();
  if (old === undefined) return false;
  if (old.replaced_by_claim_id === null) {
    const [replacement, another] = await replacementsOf(db, id);
    if (replacement === undefined || another !== undefined) return false;
    await setPointer(db, id, { replaced_by_claim_id: replacement });
    return true;
  }
  const replacement = { id: old.replaced_by_claim_id };
  const other = await db
    .selectFrom("claims")
    .select("supersedes_claim_id")
    .where("id", "=", replacement.id)
    .executeTakeFirst();
  // It has one pointer: further claims that it replaced are linked.
  if (other?.supersedes_claim_id === null) await setPointer(db, replacement.id, { supersedes_claim_id: id });
  else {
    const link = { source_id: replacement.id, target_id: id, link_type: "supersedes", created_at: old.updated_at };
    await db.insertInto("claim_links").values(link).execute();
  }
  return true;
}

/** Repairs what has one right answer, if it still is as found; ids of what was repaired. */
export async function fixRowIssues(db: Database, lists: Lists, issues: RowIssues): Promise<RowIssues> {
  const ids = (kind: keyof RowIssues): RawBuilder<number> => lists.ids(lists.encode(issues[kind]));
  const orphans = await db
    .deleteFrom("citations")
    .where("id", "in", ids("orphanCitations"))
    .where(isDangling("citations.claim_id"))
    .returning("id")
    .execute();
  const completed: number[] = [];
  for (const id of issues.oneSidedSupersession) if (await completePair(db, id)) completed.push(id);
  return {
    orphanEvents: [],
    orphanCitations: orphans.map(({ id }) => id),
    supersededWithoutReplacement: [],
    danglingReplacedBy: await clearPointers(db, "replaced_by_claim_id", ids("danglingReplacedBy")),
    danglingSupersedes: await clearPointers(db, "supersedes_claim_id", ids("danglingSupersedes")),
    oneSidedSupersession: completed,
    statusDiffers: [],
  };
}
