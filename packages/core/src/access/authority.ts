import { ForbiddenError } from "../errors/errors.ts";
import type { Viewer } from "./viewer.ts";

export const ACTIONS = ["ingest", "query", "delete", "configure", "export", "steward", "compact"] as const;
export type Action = (typeof ACTIONS)[number];

export type Role = "admin" | "writer" | "reader";

/** What each role may do. */
export const ROLE_ACTIONS: Readonly<Record<Role, readonly Action[]>> = {
  admin: ACTIONS,
  writer: ["ingest", "query", "export"],
  reader: ["query", "export"],
};

/** Who is calling and what they may touch. It comes from configuration, never from the arguments of a call. */
export interface Authority {
  readonly mode: "local-trusted" | "team";
  /** The named caller; absent in local mode = the operator, who sees every owner's private claims. */
  readonly principal: string | undefined;
  readonly role: Role;
  /** Only this tenant's rows exist for the caller; absent = not bound to one. */
  readonly tenantId: string | undefined;
  /** Team: the scopes granted. Local: absent = all. */
  readonly grantedScopes: readonly string[] | undefined;
  /** Whether the operator allows `allowSensitive` reads at all. Never in team mode. */
  readonly sensitiveBypass: boolean;
}

/** One person on their own machine. */
export const LOCAL_OPERATOR: Authority = {
  mode: "local-trusted",
  principal: undefined,
  role: "admin",
  tenantId: undefined,
  grantedScopes: undefined,
  sensitiveBypass: false,
};

/** @throws ForbiddenError `access.denied` naming caller, role and action only */
export function authorize(authority: Authority, action: Action): void {
  if (ROLE_ACTIONS[authority.role].includes(action)) return;
  const who = authority.principal ?? "the local operator";
  throw new ForbiddenError("access.denied", `${who} has the role ${authority.role}, which may not ${action}`, {
    details: { principal: who, role: authority.role, action },
  });
}

/**
 * The caller as readers see it.
 *
 * @throws ForbiddenError `access.sensitive` when sensitive claims are asked for and the operator has not allowed it
 */
export function viewerOf(authority: Authority, allowSensitive = false): Viewer {
  const inTeam = authority.mode === "team";
  if (allowSensitive && (inTeam || !authority.sensitiveBypass)) {
    const when = "only when MEMORYMASTER_ALLOW_SENSITIVE_BYPASS=1 is set by the operator";
    throw new ForbiddenError("access.sensitive", `Sensitive claims are shown ${inTeam ? "to no team" : when}`);
  }
  return {
    tenantId: authority.tenantId,
    agent: authority.principal,
    grantedScopes: authority.grantedScopes,
    allowSensitive,
  };
}

/**
 * The scopes a read covers: those asked for, each of them granted.
 *
 * @throws ForbiddenError `access.denied` for one outside the grant; nothing is narrowed silently
 */
export function grantedScopes(authority: Authority, scopes: readonly string[]): readonly string[] {
  const granted = authority.grantedScopes;
  const outside = granted === undefined ? undefined : scopes.find((scope) => !granted.includes(scope));
  if (outside === undefined) return scopes;
  throw new ForbiddenError("access.denied", `The scope ${outside} is not granted`, { details: { scope: outside } });
}
