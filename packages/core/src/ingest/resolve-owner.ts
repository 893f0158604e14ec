import { invalidField } from "../claims/check-text.ts";
import { UNKNOWN_AGENT } from "../claims/claim.ts";
import type { Visibility } from "../claims/claim.ts";
import { ForbiddenError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { intakeRejected } from "./intake-policy.ts";

/** Whose claim it is and who may see it. */
export interface Owner {
  readonly sourceAgent: string;
  readonly visibility: Visibility;
}

type OwnerContext = Pick<MemoryContext, "authority" | "settings" | "surface">;

function denied(why: string): ForbiddenError {
  return new ForbiddenError("access.denied", why);
}

/** In a team the configuration says who writes, never the call. */
function teamAgent(principal: string | undefined, given: string | undefined): string {
  if (principal === undefined) throw denied("A team member needs a principal to write");
  if (given !== undefined && given !== principal)
    throw denied(`${principal} may not write in the name of another agent`);
  return principal;
}

function agentOfNobody({ settings, surface }: OwnerContext): string {
  const { requireSourceAgent, defaultSourceAgent } = settings.intake;
  if (requireSourceAgent === "strict") throw intakeRejected("source_agent", "missing_source_agent");
  const isNamed = requireSourceAgent === "warn" && defaultSourceAgent !== UNKNOWN_AGENT && defaultSourceAgent !== "";
  return isNamed ? defaultSourceAgent : surface;
}

/**
 * The owner of a new claim: the named agent, else the principal, else what the intake settings say, else the surface.
 *
 * @throws ForbiddenError `access.denied` in a team for another's name or a sensitive claim
 * @throws InvalidInputError `input.intake_rejected` when an agent must be named, `input.invalid` for a claim that is not
 *   public and belongs to nobody
 */
export function resolveOwner(
  context: OwnerContext,
  given: { readonly sourceAgent: string | undefined; readonly visibility: Visibility | undefined },
): Owner {
  const { mode, principal } = context.authority;
  const visibility = given.visibility ?? "public";
  const named = given.sourceAgent === UNKNOWN_AGENT ? undefined : given.sourceAgent;
  if (mode === "team") {
    if (visibility === "sensitive") throw denied("A team store takes no sensitive claims");
    return { visibility, sourceAgent: teamAgent(principal, named) };
  }
  const sourceAgent = named ?? principal ?? agentOfNobody(context);
  if (visibility !== "public" && sourceAgent === UNKNOWN_AGENT) {
    throw invalidField("input.invalid", "source_agent", `is needed for a ${visibility} claim`);
  }
  return { visibility, sourceAgent };
}
