import { ConflictError, InvalidInputError, type MemoryMasterError, StoreError } from "../errors/errors.ts";

/** The failure of a file that is not what was exported. `details` holds `line`, from 1, and `reason`. */
export function damage(line: number, reason: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError("input.invalid", `line ${line}: ${reason}`, { details: { line, reason }, cause });
}

/** What a failure says about a damaged line; `undefined` when it is another failure. */
export function damageOf(error: unknown): { readonly line: number; readonly reason: string } | undefined {
  if (!(error instanceof InvalidInputError)) return undefined;
  const { line, reason } = error.details;
  return typeof line === "number" && typeof reason === "string" ? { line, reason } : undefined;
}

/** Runs a write; when the store refuses the row, the line that it came from is at fault. */
export async function damageOnRefusal(line: number, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isRefusal(error) ? damage(line, error.message, error) : error;
  }
}

/** Whether a store did not take a row because of a rule of its own. */
export function isRefusal(error: unknown): error is MemoryMasterError {
  if (error instanceof ConflictError) return error.code === "claim.duplicate";
  return error instanceof StoreError && error.code === "store.constraint";
}
