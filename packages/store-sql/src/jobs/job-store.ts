import type { CitationStamp, ConfidenceChange, JobStore, TextChange } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { createCitationQueries } from "../citations/citation-queries.ts";
import { withCitations } from "../claims/read-claims.ts";
import { eventOf } from "../events/event-row.ts";
import type { Flavor } from "../flavor.ts";
import { readMetaOf, writeMeta } from "../meta/store-meta.ts";
import { prepareRows } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import type { Session } from "../transaction.ts";
import { findRivals, selectClaims, selectDecaying, selectUnchecked } from "./select-claims.ts";

type Database = Kysely<Schema>;

/** Rows of values beside a part that gives none: its columns tell the database what the values are. */
function valueRows(typed: RawBuilder<unknown>, rows: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join([typed, ...rows], sql` union all `)}) as given`;
}

function leases(session: Session, { codecs }: Flavor): Pick<JobStore, "readLease" | "takeLease" | "dropLease"> {
  const { encode, decode } = codecs.time;
  return {
    readLease: async (name) => {
      const row = await session.db().selectFrom("cycle_lease").selectAll().where("name", "=", name).executeTakeFirst();
      if (row === undefined) return undefined;
      return { owner: row.owner, acquiredAt: decode(row.acquired_at), expiresAt: decode(row.expires_at) };
    },
    takeLease: (name, { owner, acquiredAt, expiresAt }, instead) =>
      session.write(async (db) => {
        const row = { owner, acquired_at: encode(acquiredAt), expires_at: encode(expiresAt) };
        const added = db
          .insertInto("cycle_lease")
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .returning("name");
        const replaced = db
          .updateTable("cycle_lease")
          .set(row)
          .where("name", "=", name)
          .where("owner", "=", instead ?? "")
          .returning("name");
        return (await (instead === undefined ? added.execute() : replaced.execute())).length === 1;
      }),
    dropLease: (name, owner) =>
      session.write(async (db) => {
        await db.deleteFrom("cycle_lease").where("name", "=", name).where("owner", "=", owner).execute();
      }),
  };
}

type Writers = Pick<JobStore, "writeConfidences" | "writeNormalizedTexts" | "stampCitations">;

function writers(session: Session, { codecs }: Flavor): Writers {
  const confidences = prepareRows((db, rows: readonly ConfidenceChange[]) => {
    const given = valueRows(
      sql`select id, version, confidence, last_decayed_at as decayed_at from claims where 1 = 0`,
      rows.map(({ id, version, confidence, decayedAt }) => sql`select ${id}, ${version}, ${confidence}, ${decayedAt}`),
    );
    return sql<{ id: number }>`update claims set confidence = given.confidence,
      last_decayed_at = coalesce(given.decayed_at, claims.last_decayed_at)
      from ${given} where claims.id = given.id and claims.version = given.version returning claims.id as id`.compile(
      db,
    );
  });
  const texts = prepareRows((db, rows: readonly TextChange[]) => {
    const given = valueRows(
      sql`select id, version, normalized_text from claims where 1 = 0`,
      rows.map(({ id, version, normalizedText }) => sql`select ${id}, ${version}, ${normalizedText}`),
    );
    return sql`update claims set normalized_text = given.normalized_text from ${given}
      where claims.id = given.id and claims.version = given.version`.compile(db);
  });
  const stamps = prepareRows((db, rows: readonly CitationStamp[]) => {
    const given = valueRows(
      sql`select id, check_status, checked_at from citations where 1 = 0`,
      rows.map(({ citationId, checkStatus, checkedAt }) => sql`select ${citationId}, ${checkStatus}, ${checkedAt}`),
    );
    return sql`update citations set check_status = given.check_status, checked_at = given.checked_at from ${given}
      where citations.id = given.id`.compile(db);
  });
  const { encode } = codecs.time;
  return {
    writeConfidences: async (changes) => {
      // A negative zero becomes zero.
      const rows = changes.map(({ id, version, confidence, decayedAt }) => ({
        id,
        version,
        confidence: confidence + 0,
        decayedAt: decayedAt === undefined ? undefined : encode(decayedAt),
      }));
      const written = await session.transaction((db) => confidences(db, rows));
      return written.map(({ id }) => id);
    },
    writeNormalizedTexts: async (changes) => {
      await session.transaction((db) => texts(db, changes));
    },
    stampCitations: async (given) => {
      const rows = given.map((stamp) => ({ ...stamp, checkedAt: encode(stamp.checkedAt) }));
      await session.transaction((db) => stamps(db, rows));
    },
  };
}

export function createJobStore(session: Session, flavor: Flavor): JobStore {
  const { codecs, lists } = flavor;
  const citations = createCitationQueries(flavor);
  const db = (): Database => session.db();
  return {
    ...leases(session, flavor),
    ...writers(session, flavor),
    readNote: (job) => readMetaOf(db(), `job:${job}`),
    writeNote: (job, note) => session.write((to) => writeMeta(to, `job:${job}`, note)),
    select: async (viewer, selection) =>
      withCitations(db(), citations, await selectClaims(db(), flavor, { viewer, selection })),
    selectDecaying: async (viewer, selection) => selectDecaying(db(), flavor, { viewer, selection }),
    selectUnchecked: async (viewer, wanted) => selectUnchecked(db(), flavor, { viewer, ...wanted }),
    findRivals: async (viewer, statuses, limit) => {
      const groups = await findRivals(db(), flavor, { viewer, statuses, limit });
      const whole: Awaited<ReturnType<JobStore["findRivals"]>>[number][] = [];
      for (const group of groups) whole.push(await withCitations(db(), citations, group));
      return whole;
    },
    latestEvents: async (claimIds, eventType) => {
      // For each claim one look into its own events, which few of a type are: of a type there may be very many.
      const newest = sql<number>`(select (
          select id from events where claim_id = wanted.value and event_type = ${eventType} order by id desc limit 1
        ) from ${lists.ids(lists.encode(claimIds))} as wanted)`;
      const rows = await db().selectFrom("events").selectAll().where("id", "in", newest).orderBy("id").execute();
      return rows.map((row) => eventOf(row, codecs));
    },
  };
}
