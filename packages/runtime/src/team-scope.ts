import { canonicalScope, ForbiddenError, resolveProjectScope, timestampOf, USER_SCOPE } from "@memorymaster/core";
import type { ProjectScope, ProjectStore } from "@memorymaster/core";

import { readGitFacts } from "./git-facts.ts";
import type { Surroundings } from "./surroundings.ts";

/** Stands in for the table of projects where there is none to be read. */
export const NO_PROJECTS: ProjectStore = {
  findKeys: async () => [],
  takenScopes: async () => new Set(),
  record: async () => undefined,
};

/** Scopes that the workspace may have, the plain one first: which of them a team uses, its grant says. */
async function workspaceScopes({ config, workspace, env, clock }: Surroundings): Promise<readonly string[]> {
  const override = config.runtime.default_project_scope;
  if (override !== "") return [canonicalScope(override)];
  if (workspace === undefined) return [USER_SCOPE];
  const facts = await readGitFacts(workspace, NO_PROJECTS, env);
  const at = timestampOf(clock.nowMs());
  const scopeOf = async (forceSuffix: boolean): Promise<string> =>
    (await resolveProjectScope(NO_PROJECTS, facts, { write: false, at, forceSuffix })).scope;
  return config.runtime.scope_disambiguate ? [await scopeOf(true)] : [await scopeOf(false), await scopeOf(true)];
}

/**
 * The project of a team: the scope of the workspace when it is granted, else the one project that is. Projects of a
 * team are never looked up in the store, nor written to it. A team without any project has the workspace's scope, which
 * its grant then leaves out of reads, and refuses to writes.
 */
export function createTeamScope(surroundings: Surroundings, grantedScopes: readonly string[]): ProjectScope {
  const find = async (): Promise<string> => {
    const own = await workspaceScopes(surroundings);
    const granted = own.find((scope) => grantedScopes.includes(scope));
    if (granted !== undefined) return granted;
    const projects = grantedScopes.filter((scope) => scope.startsWith("project:"));
    const [project = own[0] ?? USER_SCOPE] = projects;
    if (projects.length <= 1) return project;
    throw new ForbiddenError("access.denied", "The project is ambiguous, since several are granted: name a scope");
  };
  let found: Promise<string> | undefined;
  const resolved = (): Promise<string> =>
    (found ??= find().catch((error: unknown) => {
      // The next call tries again.
      found = undefined;
      throw error;
    }));
  return { forRead: resolved, forWrite: resolved };
}
