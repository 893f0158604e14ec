import { InternalError, MemoryMasterError } from "./errors.ts";

/** The one catch-all: a typed error stays itself, anything else becomes an `InternalError` that hides its message. */
export function fromUnknown(thrown: unknown): MemoryMasterError {
  if (thrown instanceof MemoryMasterError) return thrown as MemoryMasterError;
  return new InternalError("internal.unexpected", "An unexpected error occurred; the log has the details", {
    cause: thrown,
  });
}
