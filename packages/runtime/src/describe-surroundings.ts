import { existsSync } from "node:fs";

import {
  canonicalScope,
  defaultReadScopes,
  fromUnknown,
  resolveProjectScope,
  timestampOf,
  USER_SCOPE,
} from "@memorymaster/core";
import type { ProjectKeyKind, ProjectStore, Store } from "@memorymaster/core";

import type { DatabaseReason } from "./choose-database.ts";
import { readGitFacts } from "./git-facts.ts";
import type { OpenOptions } from "./open-options.ts";
import { openStore } from "./open-store.ts";
import { readSurroundings } from "./surroundings.ts";
import type { Surroundings } from "./surroundings.ts";

/** Why the project has this scope: set by the operator, no workspace, known by one of its keys, or not stored yet. */
export type ScopeReason = "override" | "no_workspace" | ProjectKeyKind | "new";

export interface SurroundingsReport {
  readonly database: { readonly path: string; readonly reason: DatabaseReason };
  readonly exists: boolean;
  /** The folder that counts; the root of the repository is in the project's identity, not here. */
  readonly workspace: string | undefined;
  readonly projectScope: string;
  readonly scopeReason: ScopeReason;
  readonly readScopes: readonly string[];
  readonly configFile: string | undefined;
}

/** Stands in for the table of projects while there is no database. */
const NO_PROJECTS: Pick<ProjectStore, "findKeys" | "takenScopes" | "record"> = {
  findKeys: async () => [],
  takenScopes: async () => new Set(),
  record: async () => undefined,
};

async function openIfReadable(surroundings: Surroundings, exists: boolean): Promise<Store | undefined> {
  if (!exists) return undefined;
  try {
    return await openStore(surroundings, { readOnly: true });
  } catch (error) {
    surroundings.logger.log("warning", `The database cannot be read: ${fromUnknown(error).message}`);
    return undefined;
  }
}

async function projectOf(
  surroundings: Surroundings,
  projects: ProjectStore,
): Promise<Pick<SurroundingsReport, "projectScope" | "scopeReason">> {
  const { config, workspace, env, clock } = surroundings;
  const override = config.runtime.default_project_scope;
  if (override !== "") return { projectScope: canonicalScope(override), scopeReason: "override" };
  if (workspace === undefined) return { projectScope: USER_SCOPE, scopeReason: "no_workspace" };
  const found = await resolveProjectScope(projects, await readGitFacts(workspace, projects, env), {
    write: false,
    at: timestampOf(clock.nowMs()),
    forceSuffix: config.runtime.scope_disambiguate,
  });
  return { projectScope: found.scope, scopeReason: found.knownBy ?? "new" };
}

/** Which database, workspace and scopes a call would use, and why. Opens nothing for writing; works without a database. */
export async function describeSurroundings(options: OpenOptions): Promise<SurroundingsReport> {
  const surroundings = readSurroundings(options);
  const { database, workspace, config } = surroundings;
  const exists = database.kind === "sqlite" && existsSync(database.target);
  const store = await openIfReadable(surroundings, exists);
  try {
    const project = await projectOf(surroundings, store?.projects ?? NO_PROJECTS);
    return {
      database: { path: database.shown, reason: database.reason },
      exists,
      workspace: workspace?.folder,
      ...project,
      readScopes: defaultReadScopes(project.projectScope, config.memory.includeLegacyProjectScope),
      configFile: config.file?.path,
    };
  } finally {
    await store?.close();
  }
}
