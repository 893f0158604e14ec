import { checkTrimmedText } from "../claims/check-text.ts";
import { LIMITS } from "../claims/limits.ts";
import { ForbiddenError, InvalidInputError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { validatePersistedMetadata } from "../security/validate-metadata.ts";

/**
 * The person who stands for a decision, as claims and events keep it. A caller whom configuration names speaks for nobody
 * else.
 *
 * @throws InvalidInputError `input.missing`, `input.too_long`
 * @throws ForbiddenError `access.denied`
 * @throws SensitiveContentError `sensitive.metadata`
 */
export function checkActor({ authority }: Pick<MemoryContext, "authority">, given: string): string {
  const actor = checkTrimmedText(given, { field: "actor", max: LIMITS.label });
  if (actor === undefined) {
    throw new InvalidInputError("input.missing", "The actor is missing: name who decides", {
      details: { field: "actor" },
    });
  }
  validatePersistedMetadata({ actor });
  if (authority.mode === "team" && actor !== authority.principal) {
    throw new ForbiddenError("access.denied", "A decision can only be signed with the caller's own name");
  }
  return actor;
}

/** The reason as events keep it. @throws InvalidInputError `input.too_long` */
export function checkReason(given: string | undefined): string | undefined {
  return checkTrimmedText(given, { field: "reason", max: LIMITS.eventDetails });
}
