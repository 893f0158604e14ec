import { requireOperator } from "../access/require-operator.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { DrainReport } from "../ports/access-log.ts";
import type { RecallRow } from "./types.ts";

/** Notes which claims an answer hands out, and hands it on. */
export function noteAccesses<Answer extends { readonly rows: readonly Pick<RecallRow, "claim">[] }>(
  { accessLog }: Pick<MemoryContext, "accessLog">,
  answer: Answer,
): Answer {
  if (answer.rows.length > 0) accessLog?.note(answer.rows.map(({ claim }) => claim.uid));
  return answer;
}

/**
 * Counts in the store which claims answers have handed out; `undefined` where nobody takes notes of that.
 *
 * @throws ForbiddenError `access.denied`; StoreError as `AccessLog.drain`
 */
export async function drainAccesses({ authority, accessLog }: MemoryContext): Promise<DrainReport | undefined> {
  requireOperator(authority, "steward");
  return accessLog?.drain();
}
