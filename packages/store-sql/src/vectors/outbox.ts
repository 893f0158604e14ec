import type { LeaseRequest, OutboxDepth, OutboxEntry, OutboxFailure } from "@memorymaster/core";
import { expressionBuilder, sql } from "kysely";
import type { Expression, Kysely, SqlBool } from "kysely";
import { absent, present } from "../absence.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";

type Database = Kysely<Schema>;

const outbox = expressionBuilder<Schema, "vector_outbox">();

const isStuck = outbox.and([outbox("attempts", ">", 0), outbox("next_attempt_at", "is", null)]);

/** As a change of the claims would: each gets an entry of a new number. Without the index nothing is noted. */
export async function enqueueClaims(
  db: Database,
  { codecs, lists }: Flavor,
  { index, claimIds, at }: { readonly index: string; readonly claimIds: readonly number[]; readonly at: string },
): Promise<void> {
  const ids = lists.encode([...new Set(claimIds)]);
  await db
    .deleteFrom("vector_outbox")
    .where("index_name", "=", index)
    .where("claim_id", "in", lists.ids(ids))
    .execute();
  await sql`insert into vector_outbox (index_name, claim_id, enqueued_at)
    select name, value, ${codecs.time.encode(at)} from vector_indexes, ${lists.ids(ids)} as wanted
    where name = ${index} order by value`.execute(db);
}

const isFree = (at: string): Expression<SqlBool> =>
  outbox.or([outbox("lease_ends_at", "is", null), outbox("lease_ends_at", "<=", at)]);

/** The caller's transaction holds the lock of writers, so that no two take the same entry. */
export async function leaseEntries(
  db: Database,
  { codecs }: Flavor,
  { index, owner, limit, ...times }: LeaseRequest & { readonly index: string },
): Promise<readonly OutboxEntry[]> {
  const at = codecs.time.encode(times.at);
  const due = db
    .selectFrom("vector_outbox")
    .select("change_no")
    .where("index_name", "=", index)
    .where((eb) => eb.or([eb("attempts", "=", 0), eb("next_attempt_at", "<=", at)]))
    .where(isFree(at))
    .orderBy("change_no")
    .limit(limit);
  const rows = await db
    .updateTable("vector_outbox")
    .set({ lease_owner: owner, lease_ends_at: codecs.time.encode(times.until) })
    .where("change_no", "in", due)
    .returning(["claim_id", "change_no", "attempts"])
    .execute();
  return rows
    .map((row) => ({ claimId: row.claim_id, changeNo: row.change_no, attempts: row.attempts }))
    .sort((a, b) => a.changeNo - b.changeNo);
}

export async function finishEntries(
  db: Database,
  { lists }: Flavor,
  { index, entries }: { readonly index: string; readonly entries: readonly OutboxEntry[] },
): Promise<void> {
  await db
    .deleteFrom("vector_outbox")
    .where("index_name", "=", index)
    .where("change_no", "in", lists.ids(lists.encode(entries.map(({ changeNo }) => changeNo))))
    // After a rollback a number may come again, for another claim.
    .where("claim_id", "in", lists.ids(lists.encode(entries.map(({ claimId }) => claimId))))
    .execute();
}

/** Failures that are written alike, by what is written. */
function alike(failures: readonly OutboxFailure[]): Iterable<readonly [OutboxFailure, readonly number[]]> {
  const groups = new Map<string, [OutboxFailure, number[]]>();
  for (const failure of failures) {
    const key = `${failure.nextAttemptAt ?? ""} ${failure.code}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [failure, [failure.changeNo]]);
    else group[1].push(failure.changeNo);
  }
  return groups.values();
}

/** Of a batch few have tried as often as others and failed for another reason: a statement for each such group. */
export async function postponeEntries(
  db: Database,
  { codecs, lists }: Flavor,
  { index, failures }: { readonly index: string; readonly failures: readonly OutboxFailure[] },
): Promise<void> {
  for (const [{ code, nextAttemptAt }, changeNos] of alike(failures)) {
    await db
      .updateTable("vector_outbox")
      .set((eb) => ({
        attempts: eb("attempts", "+", 1),
        next_attempt_at: absent(nextAttemptAt, codecs.time.encode),
        last_code: code,
        lease_owner: null,
        lease_ends_at: null,
      }))
      .where("index_name", "=", index)
      .where("change_no", "in", lists.ids(lists.encode(changeNos)))
      .where("claim_id", "in", lists.ids(lists.encode(failures.map(({ claimId }) => claimId))))
      .execute();
  }
}

export async function outboxDepth(db: Database, { codecs }: Flavor, index: string): Promise<OutboxDepth> {
  const row = await db
    .selectFrom("vector_outbox")
    .select((eb) => [
      eb.fn.countAll<number>().as("total"),
      eb.fn.countAll<number>().filterWhere(isStuck).as("stuck"),
      eb.fn.min("enqueued_at").as("oldest"),
    ])
    .where("index_name", "=", index)
    .executeTakeFirstOrThrow();
  return { waiting: row.total - row.stuck, stuck: row.stuck, oldest: present(row.oldest, codecs.time.decode) };
}
