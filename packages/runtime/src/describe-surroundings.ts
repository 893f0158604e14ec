import { existsSync } from "node:fs";

import {
  canonicalScope,
  defaultReadScopes,
  fromUnknown,
  resolveProjectScope,
  StoreError,
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
import { createTeamScope, NO_PROJECTS } from "./team-scope.ts";

/** Why the project has this scope: granted to the team, set by the operator, no workspace, known by a key, or new. */
export type ScopeReason = "team" | "override" | "no_workspace" | ProjectKeyKind | "new";

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

async function openIfReadable(surroundings: Surroundings): Promise<Store | undefined> {
  try {
    return await openStore(surroundings, { readOnly: true });
  } catch (error) {
    if (error instanceof StoreError && error.code === "store.missing") return undefined;
    surroundings.logger.log("warning", `The database cannot be read: ${fromUnknown(error).message}`);
    return undefined;
  }
}

/** The scope of the project, and why; stores nothing. */
export async function projectOf(
  surroundings: Surroundings,
  projects: ProjectStore,
): Promise<Pick<SurroundingsReport, "projectScope" | "scopeReason">> {
  const { config, workspace, env, clock, team } = surroundings;
  if (team !== undefined) {
    return { projectScope: await createTeamScope(surroundings, team.binding.scopes).forRead(), scopeReason: "team" };
  }
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
  const { database, workspace, config, team } = surroundings;
  const isThere = database.kind === "postgres" || existsSync(database.target);
  const store = isThere ? await openIfReadable(surroundings) : undefined;
  try {
    const project = await projectOf(surroundings, store?.projects ?? NO_PROJECTS);
    const scopes = defaultReadScopes(project.projectScope, config.memory.includeLegacyProjectScope);
    return {
      database: { path: database.shown, reason: database.reason },
      exists: database.kind === "postgres" ? store !== undefined : isThere,
      workspace: workspace?.folder,
      ...project,
      readScopes: scopes.filter((scope) => team?.binding.scopes.includes(scope) ?? true),
      configFile: config.file?.path,
    };
  } finally {
    await store?.close();
  }
}
