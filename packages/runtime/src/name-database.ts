import { StoreError } from "@memorymaster/core";

/** A failure of the database with the database in its message; any other thing thrown stays as it is. */
export function nameDatabase(thrown: unknown, shown: string): unknown {
  if (!(thrown instanceof StoreError) || thrown.message.includes(shown)) return thrown;
  const { code, details, retryable } = thrown;
  return new StoreError(code, `${shown}: ${thrown.message}`, { details, retryable, cause: thrown });
}
