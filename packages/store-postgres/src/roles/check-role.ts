import { ForbiddenError } from "@memorymaster/core";
import type { PoolClient } from "pg";

/** What a role must not have that serves a team, with the words for it. */
const UNFIT: readonly (readonly [condition: string, what: string])[] = [
  ["rolsuper", "is a superuser"],
  ["rolbypassrls", "may bypass row security"],
  ["rolreplication", "may replicate"],
  ["rolcreaterole", "may create roles"],
  ["rolcreatedb", "may create databases"],
  ["has_schema_privilege(current_user, current_schema(), 'CREATE')", "may create objects in the schema"],
  [
    `exists (select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'S')
      and pg_has_role(current_user, relowner, 'MEMBER'))`,
    "owns tables, or is a member of the role that does",
  ],
  [
    `exists (select 1 from pg_roles as other where pg_has_role(current_user, other.oid, 'MEMBER')
      and (other.rolsuper or other.rolbypassrls or other.rolreplication or other.rolcreaterole or other.rolcreatedb))`,
    "is a member of a role with such rights",
  ],
];

const refused = (role: string, why: string): ForbiddenError =>
  new ForbiddenError("access.denied", `The database role ${role} ${why}`, { details: { role } });

/** A role that serves a team must be one that the policies of rows hold for. @throws ForbiddenError `access.denied` */
export async function checkTeamRole(client: PoolClient): Promise<void> {
  const tests = UNFIT.map(([condition], index) => `${condition} as t${index}`).join(", ");
  const { rows } = await client.query<Record<string, unknown>>(
    `select current_user as role, ${tests} from pg_roles where rolname = current_user`,
  );
  const [row] = rows;
  const found = UNFIT.find((_, index) => row?.[`t${index}`] !== false);
  if (found === undefined) return;
  throw refused(String(row?.["role"]), `${found[1]}: a team needs a login role without such rights`);
}

/** The operator's role owns the tables, or may make them in an empty schema. @throws ForbiddenError `access.denied` */
export async function checkOperatorRole(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ role: string; fits: boolean }>(`
    select current_user as role, case when to_regclass('claims') is null
      then has_schema_privilege(current_user, current_schema(), 'CREATE')
      else pg_has_role(current_user, (select relowner from pg_class where oid = to_regclass('claims')), 'MEMBER')
    end as fits`);
  if (rows[0]?.fits === true) return;
  const way = "set MEMORYMASTER_MCP_AUTH_MODE=team with its principal, tenant and scopes, or connect as the owner";
  throw refused(rows[0]?.role ?? "?", `does not own the memory: ${way}`);
}
