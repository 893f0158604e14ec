import { authorize } from "../access/authority.ts";
import type { Action, Authority } from "../access/authority.ts";
import { ForbiddenError } from "../errors/errors.ts";

/**
 * Refuses teams: raw conversations have neither owner nor tenant, so nothing would keep those of others apart.
 *
 * @throws ForbiddenError `access.denied`
 */
export function requireLocal(authority: Authority, action: Action): void {
  authorize(authority, action);
  if (authority.mode === "local-trusted" && authority.tenantId === undefined) return;
  throw new ForbiddenError("access.denied", "Raw conversations are open to no team", { details: { action } });
}
