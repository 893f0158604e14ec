import { createMemory, LOCAL_OPERATOR } from "@memorymaster/core";
import type { Authority, Memory } from "@memorymaster/core";
import { createTestDatabase } from "@memorymaster/test-support";
import type { TestRole } from "@memorymaster/test-support";
import { Client } from "pg";
import { openPostgresStore } from "../../src/open-postgres-store.ts";
import type { PostgresStore, TeamBinding } from "../../src/index.ts";

const SCOPES = ["project:shop", "user"] as const;
const PROJECT = { forRead: async () => "project:shop", forWrite: async () => "project:shop" };

/** A database of the operator, and a login role that serves teams. */
export interface TeamDatabase extends AsyncDisposable {
  readonly url: string;
  readonly operator: PostgresStore;
  readonly role: TestRole;
  /** Opens the store for one caller; it closes with the database. */
  serve(
    principal: string,
    tenantId: string,
    scopes?: readonly string[],
  ): Promise<{ store: PostgresStore; memory: Memory }>;
  /** A bare connection under the role. */
  connect(): Promise<Client>;
}

export function memoryOf(store: PostgresStore, caller: Partial<Authority>): Memory {
  return createMemory({ store, authority: { ...LOCAL_OPERATOR, ...caller }, projectScope: PROJECT });
}

export async function openTeamDatabase(): Promise<TeamDatabase> {
  const database = await createTestDatabase();
  const operator = await openPostgresStore({ url: database.url });
  const role = await database.createRole();
  await operator.roles?.grant(role.name);
  const opened: AsyncDisposable[] = [operator];
  return {
    url: database.url,
    operator,
    role,
    serve: async (principal, tenantId, scopes = SCOPES) => {
      const binding: TeamBinding = { principal, tenantId, scopes };
      const store = await openPostgresStore({ url: role.url, binding, connections: 3 });
      opened.unshift(store);
      const memory = memoryOf(store, { mode: "team", principal, tenantId, grantedScopes: scopes });
      return { store, memory };
    },
    connect: async () => {
      const client = new Client({ connectionString: role.url });
      await client.connect();
      opened.unshift({ [Symbol.asyncDispose]: () => client.end() });
      return client;
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of opened) await one[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}
