import { InternalError } from "../errors/errors.ts";
import type { Store } from "../ports/store.ts";

/**
 * Runs work in a transaction. A rehearsal is rolled back at the end, so that a dry run meets every rule that the real run
 * would meet, and leaves nothing.
 */
export async function runOrRehearse<T>(
  store: Pick<Store, "transaction">,
  work: () => Promise<T>,
  { dryRun }: { readonly dryRun?: boolean | undefined },
): Promise<T> {
  if (dryRun !== true) return store.transaction(work);
  const end = new InternalError("internal.unexpected", "The rehearsal is over");
  const outcome: T[] = [];
  try {
    await store.transaction(async () => {
      outcome.push(await work());
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  return outcome[0] as T;
}
