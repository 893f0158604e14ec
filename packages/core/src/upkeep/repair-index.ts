import { requireOperator } from "../access/require-operator.ts";
import { ConflictError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { Store } from "../ports/store.ts";

/**
 * Keeps repairs from a damaged file: they would take what cannot be read for what is not there.
 *
 * @throws ConflictError `claim.frozen`
 */
export function refuseFrozen({ files }: Pick<Store, "files">): void {
  if (files?.isFrozen() !== true) return;
  const way = `bring a sound state back, then remove ${files.sentinel}`;
  throw new ConflictError("claim.frozen", `The file was found damaged, and a repair could make it worse: ${way}`);
}

/**
 * Builds the text index anew beside other writers; returns the number of claims in it.
 *
 * @throws ForbiddenError `access.denied`
 * @throws ConflictError `claim.frozen` for a file that was found damaged
 */
export async function repairIndex({ authority, store }: MemoryContext): Promise<number> {
  requireOperator(authority, "configure");
  refuseFrozen(store);
  return store.upkeep.repairIndex();
}
