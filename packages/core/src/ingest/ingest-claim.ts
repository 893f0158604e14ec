import { authorize } from "../access/authority.ts";
import { InternalError, MemoryMasterError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { runBatch } from "./run-batch.ts";
import type { ClaimInput, IngestOptions, IngestResult } from "./types.ts";

/**
 * Stores one claim, or finds the stored one that it equals.
 *
 * @returns the claim as it is committed, and what was noticed on the way
 * @throws InvalidInputError `input.*` naming the field, `input.intake_rejected` with `rule` and `reason`
 * @throws SensitiveContentError `sensitive.content` (unless redacting), `sensitive.metadata` (always)
 * @throws ForbiddenError `access.denied`
 * @throws NotFoundError, ConflictError, InvalidTransitionError when `supersedes` names no claim that can be replaced
 * @throws StoreError when nothing could be stored
 */
export async function ingestClaim(
  context: MemoryContext,
  input: ClaimInput,
  options: IngestOptions = {},
): Promise<IngestResult> {
  authorize(context.authority, "ingest");
  const [result] = await runBatch(context, [input], options);
  if (result === undefined) throw new InternalError("internal.unexpected", "The ingest gave no result");
  if (result instanceof MemoryMasterError) throw result;
  return result;
}
