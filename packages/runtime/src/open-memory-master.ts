import { statSync } from "node:fs";

import { createProjectScope, InvalidInputError, LOCAL_OPERATOR, memoryContext, memoryOf } from "@memorymaster/core";
import type { Authority, Logger, Memory, MemoryContext, ProjectScope, Store, VectorParts } from "@memorymaster/core";

import { absolutePath } from "./choose-database.ts";
import type { DatabaseReason } from "./choose-database.ts";
import { readHeadCommit } from "./git/read-head-commit.ts";
import { readGitFacts } from "./git-facts.ts";
import type { OpenOptions } from "./open-options.ts";
import type { Maintenance } from "./maintenance/open-maintenance.ts";
import { openStore } from "./open-store.ts";
import type { ResolvedConfig } from "./resolve-config.ts";
import { createAccessLog } from "./spool/create-access-log.ts";
import { spoolFolder } from "./spool/spool-folder.ts";
import { readSurroundings } from "./surroundings.ts";
import type { Surroundings } from "./surroundings.ts";
import { createTeamScope } from "./team-scope.ts";
import { createWorkspaceEvidence } from "./workspace-evidence.ts";
import { startIndexWorker } from "./vectors/index-worker.ts";
import { openVectors } from "./vectors/open-vectors.ts";
import type { OpenedVectors } from "./vectors/open-vectors.ts";
import type { Workspace } from "./workspace.ts";

/** The database in use, as it may be shown. */
export interface OpenedDatabase {
  /** Path, or connection string with its password as `***`. */
  readonly path: string;
  readonly reason: DatabaseReason;
  /** Size on disk, write-ahead log included; `undefined` when it is no file, and to a team. */
  readonly sizeBytes: () => number | undefined;
}

/** Everything put together for one process. */
export interface MemoryMaster extends AsyncDisposable {
  readonly memory: Memory;
  readonly store: Store;
  /** What search by meaning is made of, or why it is not. */
  readonly vectors: OpenedVectors;
  /** Who calls. */
  readonly authority: Authority;
  readonly settings: ResolvedConfig;
  readonly database: OpenedDatabase;
  /** `undefined` when the folder is the home folder or the root of a file system. */
  readonly workspace: Workspace | undefined;
  /** The commit that the work tree stands on at this moment; `undefined` outside git and before the first one. */
  headCommit(): string | undefined;
  /** What the jobs of the steward work with; the signal ends long work between two claims. */
  maintenance(signal?: AbortSignal): Promise<Maintenance>;
  /** Folder of the copies without free space; absolute. */
  readonly snapshotDir: string;
  readonly logger: Logger;
  /** Finishes what runs and releases the database. Twice is harmless. */
  close(): Promise<void>;
}

function sizeOnDisk(path: string): number | undefined {
  const sizes = ["", "-wal"].map((suffix) => statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.size);
  return sizes[0] === undefined ? undefined : sizes[0] + (sizes[1] ?? 0);
}

/** A size would tell a team how much others keep there. */
function openedDatabase({ database, team }: Surroundings): OpenedDatabase {
  const { shown, reason, target } = database;
  return { path: shown, reason, sizeBytes: () => (team === undefined ? sizeOnDisk(target) : undefined) };
}

/** A blank tenant would be one of its own, whose claims nobody else ever finds. */
function tenantOf({ tenant }: OpenOptions): string | undefined {
  const name = tenant?.trim();
  if (name !== "") return name;
  throw new InvalidInputError("input.invalid", "The tenant is empty", { details: { field: "tenant" } });
}

/** The caller of a team, or the person at the machine, perhaps bound to a tenant or acting under a name. */
function authorityOf({ config, team }: Surroundings, options: OpenOptions): Authority {
  if (team !== undefined) return team.authority;
  return {
    ...LOCAL_OPERATOR,
    principal: options.principal,
    tenantId: tenantOf(options),
    sensitiveBypass: config.runtime.allow_sensitive_bypass,
  };
}

function projectScopeOf(surroundings: Surroundings, store: Store): ProjectScope {
  const { config, clock, workspace, env, team } = surroundings;
  if (team !== undefined) return createTeamScope(surroundings, team.binding.scopes);
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
  readonly vectors: VectorParts | undefined;
}

function assemble(surroundings: Surroundings, store: Store, { authority, surface, vectors }: Caller): MemoryContext {
  const { clock, config, workspace, env } = surroundings;
  const spool = spoolFolder(surroundings);
  return memoryContext({
    store,
    authority,
    clock,
    sealer: config.sealer,
    settings: config.memory,
    projectScope: projectScopeOf(surroundings, store),
    evidence: workspace === undefined ? undefined : createWorkspaceEvidence(workspace, env),
    accessLog: spool === undefined ? undefined : createAccessLog(surroundings, spool, store),
    vectors,
    surface,
  });
}

/**
 * The memory that options, environment and current folder stand for, ready to use. Close it when done.
 *
 * @throws ConfigError `config.missing`, `config.invalid`
 * @throws ForbiddenError `access.denied` for a team that is not configured, options that differ from its configuration,
 *   and a database that it would have to make
 * @throws InvalidInputError `input.invalid` for a workspace that does not exist and for a blank tenant
 * @throws StoreError when the database is missing or cannot be used
 */
export async function openMemoryMaster(options: OpenOptions): Promise<MemoryMaster> {
  const surroundings = readSurroundings(options);
  const authority = authorityOf(surroundings, options);
  const store = await openStore(surroundings, options);
  const { workspace } = surroundings;
  const opened = await openVectors(surroundings, store).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const { parts: vectors, fault } = opened;
  if (fault !== undefined) surroundings.logger.log("warning", `Search is by words alone: ${fault.message}`);
  const context = assemble(surroundings, store, { authority, surface: options.surface, vectors });
  const memory = memoryOf(context);
  const isWriter = options.readOnly !== true && authority.mode !== "team";
  const works = options.background === true && isWriter && vectors !== undefined;
  const worker = works ? startIndexWorker(memory, surroundings.logger) : undefined;
  const close = async (): Promise<void> => {
    await worker?.stop();
    await vectors?.index.close();
    await store.close();
  };
  return {
    memory,
    store,
    vectors: opened,
    authority,
    settings: surroundings.config,
    database: openedDatabase(surroundings),
    workspace,
    headCommit: () => (workspace?.repository === undefined ? undefined : readHeadCommit(workspace.repository)),
    maintenance: async (signal) => {
      const { openMaintenance } = await import("./maintenance/open-maintenance.ts");
      return openMaintenance(surroundings, context, signal);
    },
    snapshotDir: absolutePath(surroundings.config.runtime.snapshot_dir, surroundings),
    logger: surroundings.logger,
    close,
    [Symbol.asyncDispose]: close,
  };
}
