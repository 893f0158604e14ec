import { ForbiddenError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { grantedScopes } from "./authority.ts";
import { canonicalScope, GLOBAL_SCOPE, LEGACY_PROJECT_SCOPE, USER_SCOPE } from "./scope.ts";

/** An allowlist as it is used: canonical scopes, blank ones and repetitions left out, order kept. */
export function normalizeScopes(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.filter((scope) => scope.trim() !== "").map(canonicalScope))];
}

/** What a read covers when the caller names no scope: the project, the person, everywhere, and the old bare `project`. */
export function defaultReadScopes(projectScope: string, includeLegacy: boolean): readonly string[] {
  const legacy = includeLegacy ? [LEGACY_PROJECT_SCOPE] : [];
  return [...new Set([projectScope, USER_SCOPE, GLOBAL_SCOPE, ...legacy])];
}

/**
 * The scopes of one read: those asked for, or the default ones that the caller is granted.
 *
 * @param requested - absent, or nothing but blank entries = the default
 * @throws ForbiddenError `access.denied` when one asked for is not granted, or none is named and no default one is
 */
export async function resolveReadScopes(
  context: Pick<MemoryContext, "authority" | "projectScope" | "settings">,
  requested: readonly string[] | undefined,
): Promise<readonly string[]> {
  const asked = normalizeScopes(requested ?? []);
  if (asked.length > 0) return grantedScopes(context.authority, asked);
  const scopes = defaultReadScopes(await context.projectScope.forRead(), context.settings.includeLegacyProjectScope);
  const granted = context.authority.grantedScopes;
  if (granted === undefined) return scopes;
  const usual = scopes.filter((scope) => granted.includes(scope));
  if (usual.length > 0) return usual;
  throw new ForbiddenError(
    "access.denied",
    "None of the scopes that a read covers by default is granted: name a scope",
  );
}
