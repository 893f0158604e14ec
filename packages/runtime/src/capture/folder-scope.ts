import { existsSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";

import { createProjectScope } from "@memorymaster/core";
import type { Store, WorkspaceFacts } from "@memorymaster/core";

import { readGitFacts } from "../git-facts.ts";
import type { Surroundings } from "../surroundings.ts";
import { resolveWorkspace } from "../workspace.ts";

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** What tells the project of a folder; one that is gone belongs to the repository around it, or is known by its path. */
async function factsOf(folder: string, { env }: Surroundings, store: Store): Promise<WorkspaceFacts | undefined> {
  const nearest = nearestFolder(folder);
  const workspace = resolveWorkspace({ workspace: nearest, env, cwd: nearest });
  const isKnown = nearest === folder || workspace?.repository !== undefined;
  if (!isKnown) return { path: folder };
  return workspace === undefined ? undefined : readGitFacts(workspace, store.projects, env);
}

/**
 * Finds the scope of the project that a folder belongs to, and stores the mapping of a new one; without a folder, or with
 * one of another system, that of the workspace.
 */
export function folderScope(surroundings: Surroundings, store: Store): (cwd: string | undefined) => Promise<string> {
  const { config, clock, workspace, env } = surroundings;
  const found = new Map<string | undefined, string>();
  return async (cwd) => {
    const folder = cwd !== undefined && isAbsolute(cwd) ? cwd : undefined;
    const known = found.get(folder);
    if (known !== undefined) return known;
    const atHand = async (): Promise<WorkspaceFacts | undefined> =>
      workspace === undefined ? undefined : readGitFacts(workspace, store.projects, env);
    const scope = createProjectScope({
      projects: store.projects,
      clock,
      workspace: () => (folder === undefined ? atHand() : factsOf(folder, surroundings, store)),
      override: config.runtime.default_project_scope,
      forceSuffix: config.runtime.scope_disambiguate,
    });
    const name = await store.transaction(() => scope.forWrite());
    found.set(folder, name);
    return name;
  };
}
