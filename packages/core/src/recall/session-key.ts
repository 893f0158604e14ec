import type { Claim } from "../claims/claim.ts";
import type { Citation } from "../claims/citation.ts";
import { UNIT_SEPARATOR } from "../claims/identity.ts";

const SESSION_PART = /(?:^|[;&?#,\s])session=([^;&#,\s]+)/;

/**
 * The session a claim was learned in: source and session part of its first citation that names one, `undefined` when none
 * does. The citation that a claim without evidence gets (its locator is the scope) names the surface, not a session.
 */
export function sessionKey(scope: Claim["scope"], citations: readonly Citation[]): string | undefined {
  for (const { kind, source, locator } of citations) {
    const session = SESSION_PART.exec(locator ?? "")?.[1];
    if (session !== undefined) return `${source}${UNIT_SEPARATOR}${session}`;
    if (kind === "session" && locator !== scope) return source;
  }
  return undefined;
}
