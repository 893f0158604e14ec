import { timestampOf } from "../claims/time.ts";
import type { Clock } from "../ports/clock.ts";
import type { ProjectScope } from "../ports/project-scope.ts";
import type { ProjectStore } from "../ports/project-store.ts";
import { validatePersistedMetadata } from "../security/validate-metadata.ts";
import { resolveProjectScope } from "./project-identity.ts";
import type { ResolvedProject, WorkspaceFacts } from "./project-identity.ts";
import { canonicalScope, USER_SCOPE } from "./scope.ts";

export interface ProjectScopeParts {
  readonly projects: ProjectStore;
  readonly clock: Clock;
  /** Reads the workspace at hand; `undefined` when there is none. Called once, on first use. */
  readonly workspace: () => Promise<WorkspaceFacts | undefined>;
  /** Scope chosen by the operator: it decides alone. Blank = none. */
  readonly override?: string | undefined;
  /** Gives every new project a suffix. Default false. */
  readonly forceSuffix?: boolean | undefined;
}

const NO_PROJECT: ResolvedProject = { scope: USER_SCOPE, knownBy: undefined, wasComplete: true };

function fixedScope(scope: string): ProjectScope {
  return { forWrite: async () => scope, forRead: async () => scope };
}

function identityScope(parts: ProjectScopeParts): ProjectScope {
  let facts: Promise<WorkspaceFacts | undefined> | undefined;
  let readScope: string | undefined;
  let writtenScope: string | undefined;

  async function resolve(write: boolean): Promise<ResolvedProject> {
    facts ??= parts.workspace();
    const workspace = await facts.catch((error: unknown) => {
      // The next call tries again.
      facts = undefined;
      throw error;
    });
    if (workspace === undefined) return NO_PROJECT;
    const at = timestampOf(parts.clock.nowMs());
    return resolveProjectScope(parts.projects, workspace, { write, at, forceSuffix: parts.forceSuffix });
  }

  return {
    forWrite: async () => {
      if (writtenScope !== undefined) return writtenScope;
      const found = await resolve(true);
      // A mapping that this very call has written may still be rolled back: only one that was there before is kept.
      if (found.wasComplete) writtenScope = found.scope;
      return found.scope;
    },
    forRead: async () => {
      if (readScope !== undefined) return readScope;
      const found = await resolve(false);
      // While no mapping is stored, another project may still take the scope.
      if (found.wasComplete || found.knownBy !== undefined) readScope = found.scope;
      return found.scope;
    },
  };
}

/** The scope of the project at hand, found on first use and kept once the store has the mapping; `user` without a workspace. */
export function createProjectScope(parts: ProjectScopeParts): ProjectScope {
  const override = parts.override?.trim() ?? "";
  if (override === "") return identityScope(parts);
  // Before it is folded to lower case, which would hide a token from the filter of the claim.
  validatePersistedMetadata({ default_project_scope: override });
  return fixedScope(canonicalScope(override));
}
