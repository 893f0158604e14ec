import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import type { TestDatabase } from "./postgres-database.mjs";
import { createTestDatabase } from "./test-database.ts";

/** What fills a store, as the use cases of the core have it. */
export interface Filling {
  readonly claims: {
    ingest(input: {
      readonly text: string;
      readonly subject?: string;
      readonly scope: string;
      readonly visibility?: "public" | "private";
      readonly idempotencyKey?: string;
      readonly sourceAgent?: string;
      readonly supersedes?: number;
    }): Promise<{
      readonly claim: { readonly id: number; readonly humanId: string; readonly uid: string };
      readonly proposalEventId: number | undefined;
    }>;
    pin(ref: number, on: boolean): Promise<unknown>;
  };
  readonly links: { add(source: number, target: number, linkType: "supports"): Promise<unknown> };
  readonly events: {
    list(request: { readonly claim: number; readonly scopes: "all" }): Promise<{
      readonly items: readonly { readonly id: number; readonly eventType: string }[];
    }>;
  };
}

/** Who fills: neither name = the operator. */
export interface Owner {
  readonly tenant?: string;
  readonly principal?: string;
}

/** A database opened for an owner; made when it is missing. */
export interface OpenedMemory extends AsyncDisposable {
  readonly memory: Filling;
  readonly store: { readonly roles?: { grant(role: string): Promise<void> } | undefined };
}

export type OpenDatabase = (db: string, owner: Owner) => Promise<OpenedMemory>;

/** A claim that ana of acme, who works in `project:shop`, may know nothing of, and what hangs on it. */
export interface ForeignClaim {
  /** Whose it is, in words. */
  readonly whose: string;
  readonly id: number;
  readonly humanId: string;
  readonly uid: string;
  readonly pinEvent: number;
  readonly proposalEvent: number;
}

const ANA = { tenant: "acme", principal: "ana" };
const PROJECT = "project:shop";

/** What each foreign claim says, in the words of no other. */
export const FOREIGN_TEXT = "The quokka rotation begins at noon";

/** A scope of acme that nobody grants to ana. */
export const UNGRANTED_SCOPE = "project:vault";

const FOREIGN = [
  { whose: "another tenant's", owner: { tenant: "globex", principal: "ana" }, scope: PROJECT },
  { whose: "no tenant's", owner: {}, scope: PROJECT, sourceAgent: "ana" },
  { whose: "another project's", owner: ANA, scope: UNGRANTED_SCOPE },
  {
    whose: "a colleague's private",
    owner: { tenant: "acme", principal: "luis" },
    scope: PROJECT,
    visibility: "private",
  },
] as const;

/** Variables of ana, who works in the folder `shop` of a folder, for its project and for herself; luis may only read. */
export function teamVariables(folder: string, db: string): Record<string, string> {
  const workspace = join(folder, "shop");
  mkdirSync(workspace, { recursive: true });
  return {
    MEMORYMASTER_MCP_AUTH_MODE: "team",
    MEMORYMASTER_MCP_PRINCIPAL: ANA.principal,
    MEMORYMASTER_MCP_TENANT_ID: ANA.tenant,
    MEMORYMASTER_MCP_ALLOWED_SCOPES: `${PROJECT},user`,
    MEMORYMASTER_MCP_WORKSPACE: workspace,
    MEMORYMASTER_MCP_DB: db,
    MEMORYMASTER_ROLE_ANA: "admin",
    MEMORYMASTER_ROLE_LUIS: "reader",
  };
}

/** Claims 1 to 4 of ana, with pin, link and correction; the last one is hers alone. */
async function fillOwn({ claims, links }: Filling): Promise<void> {
  const scope = PROJECT;
  await claims.ingest({ text: "The gateway talks to the ledger service", subject: "gateway", scope });
  await claims.ingest({ text: "Invoices are kept for ten years", scope });
  await claims.ingest({ text: "The gateway talks to the vault service", scope, supersedes: 1 });
  await claims.ingest({ text: "My own key hangs by the door", scope, visibility: "private" });
  await claims.pin(1, true);
  await links.add(1, 2, "supports");
}

type Given = Omit<Parameters<Filling["claims"]["ingest"]>[0], "text">;

/** A claim with pin, link and correction. */
async function fillForeign(memory: Filling, given: Given): Promise<Omit<ForeignClaim, "whose">> {
  const { claims, links, events } = memory;
  const first = { ...given, text: FOREIGN_TEXT, subject: "quokka", idempotencyKey: "quokka" };
  const { claim } = await claims.ingest(first);
  const { id, humanId, uid } = claim;
  await claims.pin(id, true);
  const later = await claims.ingest({ ...given, text: "The quokka rotation begins at midnight", supersedes: id });
  await links.add(id, later.claim.id, "supports");
  const { items } = await events.list({ claim: id, scopes: "all" });
  const pinEvent = items.find(({ eventType }) => eventType === "pin")?.id ?? 0;
  return { id, humanId, uid, pinEvent, proposalEvent: later.proposalEventId ?? 0 };
}

async function addForeign(db: string, open: OpenDatabase): Promise<readonly ForeignClaim[]> {
  const added: ForeignClaim[] = [];
  for (const { whose, owner, ...given } of FOREIGN) {
    await using opened = await open(db, owner);
    added.push({ whose, ...(await fillForeign(opened.memory, given)) });
  }
  return added;
}

async function makeOwn(db: string, open: OpenDatabase): Promise<void> {
  await using opened = await open(db, ANA);
  await fillOwn(opened.memory);
}

/** The same claims of ana twice, once among those of others and once alone; where a team connects to. */
export interface TenantDatabases extends AsyncDisposable {
  readonly shared: string;
  readonly alone: string;
  readonly foreign: readonly ForeignClaim[];
}

async function inFiles(folder: string, open: OpenDatabase): Promise<TenantDatabases> {
  const [shared = "", alone = ""] = ["shared", "alone"].map((name) => {
    mkdirSync(join(folder, name));
    return join(folder, name, "memory.db");
  });
  await makeOwn(alone, open);
  copyFileSync(alone, shared);
  return { shared, alone, foreign: await addForeign(shared, open), [Symbol.asyncDispose]: async () => undefined };
}

/** A login of the team. */
async function loginTo(database: TestDatabase, open: OpenDatabase): Promise<string> {
  const role = await database.createRole();
  await using opened = await open(database.url, {});
  await opened.store.roles?.grant(role.name);
  return role.url;
}

async function onPostgres(open: OpenDatabase): Promise<TenantDatabases> {
  const alone = await createTestDatabase();
  await makeOwn(alone.url, open);
  const shared = await createTestDatabase(alone.name);
  const drop = async (): Promise<void> => {
    for (const database of [shared, alone]) await database.drop();
  };
  return {
    foreign: await addForeign(shared.url, open),
    shared: await loginTo(shared, open),
    alone: await loginTo(alone, open),
    [Symbol.asyncDispose]: drop,
  };
}

/** @param folder - where the files are made */
export function tenantDatabases(
  backend: "SQLite" | "Postgres",
  folder: string,
  open: OpenDatabase,
): Promise<TenantDatabases> {
  return backend === "SQLite" ? inFiles(folder, open) : onPostgres(open);
}
