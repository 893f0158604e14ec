import { ForbiddenError } from "../errors/errors.ts";
import { authorize } from "./authority.ts";
import type { Action, Authority } from "./authority.ts";

/** Whether this is the person at the machine, without a tenant, name or grant. */
export function isOperator({ mode, tenantId, principal, grantedScopes }: Authority): boolean {
  return mode === "local-trusted" && [tenantId, principal, grantedScopes].every((limit) => limit === undefined);
}

/**
 * Refuses everyone but the operator: for what concerns the whole store, the private and sensitive claims of all owners
 * included.
 *
 * @throws ForbiddenError `access.denied`
 */
export function requireOperator(authority: Authority, action: Action): void {
  authorize(authority, action);
  if (isOperator(authority)) return;
  const message =
    "This concerns the claims of every tenant and owner: only the local operator may do it, as none of them";
  throw new ForbiddenError("access.denied", message, { details: { action } });
}
