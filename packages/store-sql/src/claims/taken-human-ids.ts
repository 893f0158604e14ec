import type { IdentityNamespace } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Flavor } from "../flavor.ts";
import { prepare } from "../prepare.ts";
import type { Schema } from "../schema.ts";

export type TakenHumanIds = (
  db: Kysely<Schema>,
  namespace: IdentityNamespace,
  bases: readonly string[],
) => Promise<ReadonlyMap<string, number>>;

interface Wanted {
  readonly tenant: string;
  readonly scope: string;
  readonly bases: unknown;
}

interface Taken {
  readonly base: string;
  readonly top: number | null;
  readonly bare: number | boolean;
}

/** Changes nothing, but a database that could look all ids up at once would read the table from end to end for it. */
const BY_INDEX = sql`limit 1 offset 0`;

/** What the suffix index is over beside the stem. */
const DIGITS = sql`substr(human_id, length(rtrim(human_id, '0123456789')) + 1)`;

/**
 * Looks at all owners in the tenant and scope, since one index search then finds the greatest suffix: a number that is
 * free there is free in each owner's namespace too.
 */
export function createTakenHumanIds({ lists, keys: { humanIdStem }, wholeNumber }: Flavor): TakenHumanIds {
  const find = prepare((db, { tenant, scope, bases }: Wanted) => {
    const here = sql`coalesce(tenant_id, '') = ${tenant} and scope = ${scope}`;
    return sql<Taken>`
      select value as base,
        (select max(cast(${DIGITS} as ${wholeNumber})) from claims where ${here} and ${humanIdStem} = value || '~' and ${humanIdStem} like '%~') as top,
        exists (select 1 from claims where human_id = value and ${here} and visibility = 'public' ${BY_INDEX})
          or exists (select 1 from claims where human_id = value and ${here} and visibility <> 'public' ${BY_INDEX}) as bare
      from ${lists.texts(bases)} as wanted`.compile(db);
  });
  return async (db, { tenantId, scope }, bases) => {
    const rows = await find(db, { tenant: tenantId ?? "", scope, bases: lists.encode(bases) });
    const taken = rows.flatMap(({ base, top, bare }): readonly (readonly [string, number])[] => {
      if (top !== null) return [[base, top]];
      return bare === true || bare === 1 ? [[base, 1]] : [];
    });
    return new Map(taken);
  };
}
