import { statSync } from "node:fs";

import { createMemory, createProjectScope, InvalidInputError, LOCAL_OPERATOR } from "@memorymaster/core";
import type { Authority, Logger, Memory, ProjectScope, Store } from "@memorymaster/core";

import type { DatabaseChoice, DatabaseReason } from "./choose-database.ts";
import { readHeadCommit } from "./git/read-head-commit.ts";
import { readGitFacts } from "./git-facts.ts";
import type { OpenOptions } from "./open-options.ts";
import { openStore } from "./open-store.ts";
import type { ResolvedConfig } from "./resolve-config.ts";
import { readSurroundings } from "./surroundings.ts";
import type { Surroundings } from "./surroundings.ts";
import { createWorkspaceEvidence } from "./workspace-evidence.ts";
import type { Workspace } from "./workspace.ts";

/** The database in use, as it may be shown. */
export interface OpenedDatabase {
  /** Path, or connection string with its password as `***`. */
  readonly path: string;
  readonly reason: DatabaseReason;
  /** Size on disk, write-ahead log included; `undefined` when it is no file. */
  readonly sizeBytes: () => number | undefined;
}

/** Everything put together for one process. */
export interface MemoryMaster extends AsyncDisposable {
  readonly memory: Memory;
  readonly store: Store;
  readonly settings: ResolvedConfig;
  readonly database: OpenedDatabase;
  /** `undefined` when the folder is the home folder or the root of a file system. */
  readonly workspace: Workspace | undefined;
  /** The commit that the work tree stands on at this moment; `undefined` outside git and before the first one. */
  headCommit(): string | undefined;
  readonly logger: Logger;
  /** Finishes what runs and releases the database. Twice is harmless. */
  close(): Promise<void>;
}

function sizeOnDisk(path: string): number | undefined {
  const sizes = ["", "-wal"].map((suffix) => statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.size);
  return sizes[0] === undefined ? undefined : sizes[0] + (sizes[1] ?? 0);
}

function openedDatabase(choice: DatabaseChoice): OpenedDatabase {
  return { path: choice.shown, reason: choice.reason, sizeBytes: () => sizeOnDisk(choice.target) };
}

/** A blank tenant would be one of its own, whose claims nobody else ever finds. */
function tenantOf({ tenant }: OpenOptions): string | undefined {
  const name = tenant?.trim();
  if (name !== "") return name;
  throw new InvalidInputError("input.invalid", "The tenant is empty", { details: { field: "tenant" } });
}

/** The person at the machine, perhaps bound to a tenant or acting under a name. */
function localAuthority({ config }: Surroundings, options: OpenOptions): Authority {
  return {
    ...LOCAL_OPERATOR,
    principal: options.principal,
    tenantId: tenantOf(options),
    sensitiveBypass: config.runtime.allow_sensitive_bypass,
  };
}

function projectScopeOf({ config, clock, workspace, env }: Surroundings, store: Store): ProjectScope {
  return createProjectScope({
    projects: store.projects,
    clock,
    workspace: async () => (workspace === undefined ? undefined : readGitFacts(workspace, store.projects, env)),
    override: config.runtime.default_project_scope,
    forceSuffix: config.runtime.scope_disambiguate,
  });
}

interface Caller {
  readonly authority: Authority;
  readonly surface: string;
}

function assemble(surroundings: Surroundings, store: Store, { authority, surface }: Caller): Memory {
  const { clock, config, workspace, env } = surroundings;
  return createMemory({
    store,
    authority,
    clock,
    sealer: config.sealer,
    settings: config.memory,
    projectScope: projectScopeOf(surroundings, store),
    evidence: workspace === undefined ? undefined : createWorkspaceEvidence(workspace, env),
    surface,
  });
}

/**
 * The memory that options, environment and current folder stand for, ready to use. Close it when done.
 *
 * @throws ConfigError `config.missing`, `config.invalid`
 * @throws InvalidInputError `input.invalid` for a workspace that does not exist and for a blank tenant
 * @throws StoreError when the database is missing or cannot be used
 */
export async function openMemoryMaster(options: OpenOptions): Promise<MemoryMaster> {
  const surroundings = readSurroundings(options);
  const authority = localAuthority(surroundings, options);
  const store = await openStore(surroundings, options);
  const { workspace } = surroundings;
  const close = (): Promise<void> => store.close();
  return {
    memory: assemble(surroundings, store, { authority, surface: options.surface }),
    store,
    settings: surroundings.config,
    database: openedDatabase(surroundings.database),
    workspace,
    headCommit: () => (workspace?.repository === undefined ? undefined : readHeadCommit(workspace.repository)),
    logger: surroundings.logger,
    close,
    [Symbol.asyncDispose]: close,
  };
}
