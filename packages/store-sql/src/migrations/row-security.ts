/**
 * Whether the statement runs for the operator: a role that owns the tables and says so, or a function of the owner that
 * others may call. As it decides before a plan is made, the operator's plans carry no policy at all, which would keep
 * the server from using most indexes; hence `immutable`, which holds for the life of a connection. The body is bound to
 * the tables of this schema.
 */
const IS_OPERATOR = `create function is_operator() returns boolean language sql immutable parallel safe
begin atomic
  select pg_has_role(current_user, (select relowner from pg_class where oid = 'claims'::regclass), 'MEMBER')
    and (coalesce(current_setting('memorymaster.mode', true), '') = 'operator' or current_user <> session_user);
end`;

const setting = (name: string): string => `nullif(current_setting('memorymaster.${name}', true), '')`;

const BOUND = [
  `create function bound_tenant() returns text language sql stable parallel safe
begin atomic select ${setting("tenant_id")}; end`,
  `create function bound_principal() returns text language sql stable parallel safe
begin atomic select ${setting("principal")}; end`,
  `create function bound_scopes() returns text[] language sql stable parallel safe
begin atomic
  select array(select jsonb_array_elements_text(coalesce(${setting("allowed_scopes")}, '[]')::jsonb));
end`,
];

/**
 * The rule of `canSee` for a team: tenant, granted scope, then public or one's own. Subqueries run once a statement. Under
 * another collation than that of an index nothing is looked up by it: as long as nobody has analyzed the table, an index
 * that holds scopes or public claims alone would else be walked from end to end for each hash that is asked for.
 */
const VISIBLE = `tenant_id = (select bound_tenant())
  and scope collate "POSIX" = any(array(select unnest(bound_scopes())))
  and (visibility collate "C" = 'public' or (visibility collate "C" = 'private' and source_agent = (select bound_principal())))`;

const ofClaim = (column: string): string => `exists (select 1 from claims where claims.id = ${column})`;

const OF_TENANT = "tenant_id = (select bound_tenant())";
const ENTITY = "exists (select 1 from entities where entities.id = entity_id)";

type Command = "select" | "insert" | "update" | "delete";

/** What a caller of a team may do with the rows of a table; a command that is not named it may not do at all. */
type Rules = Partial<Record<Command, string>>;

const all = (rule: string): Rules => ({ select: rule, insert: rule, update: rule, delete: rule });

const EVENT = `${OF_TENANT} and (claim_id is null or ${ofClaim("claim_id")})`;
const BOTH_ENDS = `${ofClaim("source_id")} and ${ofClaim("target_id")}`;

/** Tables that are not named are the operator's alone. */
const RULES: Readonly<Record<string, Rules>> = {
  claims: {
    select: VISIBLE,
    insert: `${VISIBLE} and source_agent = (select bound_principal())`,
    update: VISIBLE,
  },
  citations: all(ofClaim("claim_id")),
  claim_links: all(BOTH_ENDS),
  claim_terms: all(ofClaim("claim_id")),
  index_delta: all(OF_TENANT),
  events: { select: EVENT, insert: EVENT },
  event_contents: all(ofClaim("claim_id")),
  open_proposals: all(
    `${ofClaim("target_claim_id")} and (candidate_claim_id is null or ${ofClaim("candidate_claim_id")})`,
  ),
  event_history: { select: "exists (select 1 from claims where claims.uid = claim_uid)" },
  entities: all(`${OF_TENANT} and scope = any(array(select unnest(bound_scopes())))`),
  entity_aliases: all(ENTITY),
  entity_edges: all(
    "exists (select 1 from entities where id = source_id) and exists (select 1 from entities where id = target_id)",
  ),
  claim_entity_links: all(`${ofClaim("claim_id")} and ${ENTITY}`),
  store_meta: { select: "key in ('store_id', 'analyzer_version', 'reindex_after') or key like 'row_policies%'" },
  sealed_payloads: {},
  projects: {},
  project_keys: {},
  chain_anchor: {},
};

const COMMANDS = ["select", "insert", "update", "delete"] as const;

const CLAUSES: Readonly<Record<Command, (rule: string) => string>> = {
  select: (rule) => `using (${rule})`,
  insert: (rule) => `with check (${rule})`,
  update: (rule) => `using (${rule}) with check (${rule})`,
  delete: (rule) => `using (${rule})`,
};

/** The permissive policy lets in, the restrictive one holds whatever others are added. */
export function policiesOf(table: string, rules: Rules): readonly string[] {
  const policies = COMMANDS.flatMap((command) => {
    const rule = rules[command] === undefined ? "is_operator()" : `is_operator() or (${rules[command]})`;
    const clause = CLAUSES[command];
    return [
      `create policy ${table}_${command} on ${table} as permissive for ${command} ${clause("true")}`,
      `create policy ${table}_${command}_rule on ${table} as restrictive for ${command} ${clause(rule)}`,
    ];
  });
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    ...policies,
  ];
}

/** In such a function the owner's rights hold; each looks at the caller's binding itself. */
const AS_OPERATOR = "security definer set search_path = pg_catalog, pg_temp";

/** The newest event of the caller's tenant, which the next one is chained to, whoever may see its claim. */
const TENANT_HEAD = `create function tenant_head() returns setof events language sql stable ${AS_OPERATOR}
begin atomic
  select * from events where ${OF_TENANT} order by id desc limit 1;
end`;

/**
 * Claims that the caller sees and that hold any term, by rank. A policy on the table itself would keep the server from
 * looking in the index. Of many only the newest are ranked, which is planned for the words at hand.
 */
const MATCHES = `create function claim_matches(query tsquery, newest bigint) returns table (id bigint, rank real)
language sql stable ${AS_OPERATOR} set plan_cache_mode = force_custom_plan
begin atomic
  select claim_id, -ts_rank(search, query, 1) from (
    select claim_id, search from claim_terms join claims on claims.id = claim_id
    where search @@ query and ${VISIBLE}
    order by claim_id desc limit newest
  ) as held;
end`;

/** Claims of the caller that hold a term, at most `most`, in any order: for counting. */
const HOLDING = `create function claims_holding(query tsquery, most bigint) returns setof bigint
language sql stable ${AS_OPERATOR}
begin atomic
  select claim_id from claim_terms join claims on claims.id = claim_id where search @@ query and ${VISIBLE} limit most;
end`;

/** Row security as the second wall between teams, on Postgres: forced, for every command, fixed with version 30. */
export const ROW_SECURITY: readonly string[] = [
  "alter table index_delta add column tenant_id text",
  IS_OPERATOR,
  ...BOUND,
  ...Object.entries(RULES).flatMap(([table, rules]) => policiesOf(table, rules)),
  TENANT_HEAD,
  MATCHES,
  HOLDING,
  "revoke all on function tenant_head() from public",
  "revoke all on function claim_matches(tsquery, bigint) from public",
  "revoke all on function claims_holding(tsquery, bigint) from public",
];
