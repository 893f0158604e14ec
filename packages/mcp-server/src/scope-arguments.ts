import type { ClaimRef, Memory } from "@memorymaster/core";
import { ConflictError, NotFoundError } from "@memorymaster/core";
import * as z from "zod";

type Text = z.ZodDefault<z.ZodString>;

/** The argument by which every reading tool takes other scopes than the usual ones. */
export const SCOPE_ALLOWLIST: Text = z
  .string()
  .default("")
  .describe("Comma list of scopes; default: project, user, global");

/** Comma list to scopes; nothing named = `undefined`, the default ones. */
export function scopesOf(list: string): readonly string[] | undefined {
  const scopes = list.split(",").map((scope) => scope.trim());
  const named = scopes.filter((scope) => scope !== "");
  return named.length === 0 ? undefined : named;
}

export interface NamedClaim {
  readonly claim: ClaimRef;
  readonly scopeAllowlist: string;
  readonly allowSensitive?: boolean;
}

async function idsOf(memory: Memory, { claim, allowSensitive }: NamedClaim): Promise<readonly number[]> {
  try {
    return [(await memory.claims.get(claim, { allowSensitive })).id];
  } catch (error) {
    // Two scopes may each have a claim of this human id: mostly one of them is out of reach.
    const ids = error instanceof ConflictError ? error.details["ids"] : undefined;
    if (Array.isArray(ids)) return ids as readonly number[];
    throw error;
  }
}

/**
 * The id of a claim named by a caller, if it lies in the scopes of the call: an id alone opens no other project.
 *
 * @throws NotFoundError `claim.not_found`, also for one that lies elsewhere
 * @throws ConflictError `claim.ambiguous` when these scopes hold several claims of that human id
 */
export async function claimInScopes(memory: Memory, named: NamedClaim): Promise<number> {
  const { scopeAllowlist, allowSensitive } = named;
  const scopes = scopesOf(scopeAllowlist) ?? (await memory.scopes.defaultRead());
  const ids = await idsOf(memory, named);
  const { items } = await memory.claims.list({ ids, scopes, allowSensitive, includeArchived: true });
  const [found] = items;
  const name = String(named.claim).trim().toLowerCase();
  if (found === undefined) throw new NotFoundError("claim.not_found", `Claim ${name} does not exist`);
  if (items.length === 1) return found.id;
  throw new ConflictError("claim.ambiguous", `${name} names ${items.length} claims; give the id or uid`, {
    details: { ids: items.map(({ id }) => id) },
  });
}
