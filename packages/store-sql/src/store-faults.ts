import { StoreError } from "@memorymaster/core";
import type { ConflictError } from "@memorymaster/core";

/** Runs a write and says in the words of the domain that a unique key is taken; `index` names the key's index. */
export async function conflictOnUnique<T>(
  write: Promise<T>,
  conflict: (index: string, cause: unknown) => ConflictError,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof StoreError && error.details["constraint"] === "unique") {
      throw conflict(String(error.details["name"]), error);
    }
    throw error;
  }
}

/** What a statement that could not be prepared did not find in the database. */
export function missingPart(error: unknown): "table" | "column" | undefined {
  if (!(error instanceof StoreError)) return undefined;
  if (error.details["reason"] === "missing_table") return "table";
  return error.details["reason"] === "missing_column" ? "column" : undefined;
}
