import type { IdentityLookup, IdentityMatch } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { present } from "../absence.ts";
import type { Flavor } from "../flavor.ts";
import { prepare } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { claimOf } from "./claim-row.ts";
import type { ClaimRow } from "./claim-row.ts";

/**
 * Matches taken of one twin hash or tuple, newest first. Texts from a template ("build 4711 took 12 s") share a twin
 * hash by the thousand; without a bound the cost of each ingest would grow with all that went before.
 */
const NEWEST_PER_KEY = 100;

export type FindIdentityMatches = (db: Kysely<Schema>, lookup: IdentityLookup) => Promise<readonly IdentityMatch[]>;

/** The lookup as bound lists. */
interface Keys {
  readonly idempotency: unknown;
  readonly content: unknown;
  readonly near: unknown;
  readonly twin: unknown;
  readonly tuples: unknown;
}

/**
 * One arm for each index that can answer: a single condition joined by OR would scan the table. A claim found by two
 * keys comes twice.
 */
function armsOf({ lists, keys: { content } }: Flavor, keys: Keys): readonly RawBuilder<unknown>[] {
  const byText = (list: unknown, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    lists.claimsOf(lists.texts(list), condition);
  const byTuple = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    lists.claimsOf(lists.pairs(keys.tuples), condition);
  const newest = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    lists.isAmong(
      sql`c.id`,
      sql`select x.id from claims as x where ${condition} order by x.id desc limit ${sql.lit(NEWEST_PER_KEY)}`,
    );
  const confirmed = sql`c.subject = wanted.first and c.predicate = wanted.second and c.status = 'confirmed'`;
  return [
    byText(keys.idempotency, sql`c.idempotency_key = wanted.value and c.visibility = 'public'`),
    byText(keys.idempotency, sql`c.idempotency_key = wanted.value and c.visibility <> 'public'`),
    byText(keys.content, sql`${content} = wanted.value and c.content_hash is not null`),
    byText(keys.near, sql`c.near_hash = wanted.value`),
    byText(keys.twin, newest(sql`x.twin_hash = wanted.value`)),
    byTuple(newest(sql`x.subject = wanted.first and x.predicate = wanted.second`)),
    byTuple(sql`${confirmed} and c.visibility = 'public'`),
    byTuple(sql`${confirmed} and c.visibility in ('private', 'sensitive') and c.visibility <> 'public'`),
  ];
}

export function createFindIdentityMatches(flavor: Flavor): FindIdentityMatches {
  const { codecs, lists } = flavor;
  const find = prepare((db, keys: Keys) =>
    sql<ClaimRow>`${sql.join(armsOf(flavor, keys), sql` union all `)}`.compile(db),
  );
  return async (db, lookup) => {
    const rows = await find(db, {
      idempotency: lists.encode(lookup.idempotencyKeys),
      content: lists.encode(lookup.contentHashes),
      near: lists.encode(lookup.nearHashes),
      twin: lists.encode(lookup.twinHashes),
      tuples: lists.encode(lookup.tuples.map(({ subject, predicate }) => [subject, predicate] as const)),
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return [...byId.values()]
      .sort((a, b) => a.id - b.id)
      .map((row) => ({
        claim: claimOf(row, codecs),
        nearHash: present(row.near_hash),
        twinHash: present(row.twin_hash),
      }));
  };
}
