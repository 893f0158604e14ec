import { ForbiddenError } from "../errors/errors.ts";
import { authorize } from "./authority.ts";
import type { Action, Authority } from "./authority.ts";

/**
 * Refuses everyone but the person at the machine, without a tenant, name or grant: for what concerns the whole store,
 * the private and sensitive claims of all owners included.
 *
 * @throws ForbiddenError `access.denied`
 */
export function requireOperator(authority: Authority, action: Action): void {
  authorize(authority, action);
  const { mode, tenantId, principal, grantedScopes } = authority;
  const isNarrowed = [tenantId, principal, grantedScopes].some((limit) => limit !== undefined);
  if (mode === "local-trusted" && !isNarrowed) return;
  const message =
    "This concerns the claims of every tenant and owner: only the local operator may do it, as none of them";
  throw new ForbiddenError("access.denied", message, { details: { action } });
}
