import type { OutboxEntry, Store } from "@memorymaster/core";
import { AT } from "../records.ts";

export const LATER = "2026-01-02T04:04:05+00:00";
export const MUCH_LATER = "2026-02-02T03:04:05+00:00";

/** Takes at most `limit` entries until `until`; with `until` = `at` nobody has to wait for them. */
export function take(
  { vectors }: Store,
  {
    index = "a",
    owner = "one",
    at = AT,
    until = at,
    limit = 500,
  }: Partial<Record<"index" | "owner" | "at" | "until", string>> & {
    readonly limit?: number;
  } = {},
): Promise<readonly OutboxEntry[]> {
  return vectors.lease(index, { owner, limit, at, until });
}

export const claimsIn = (entries: readonly OutboxEntry[]): readonly number[] => entries.map(({ claimId }) => claimId);

/** Claims that are due for an index; it has none afterwards. */
export async function drained(store: Store, index = "a"): Promise<readonly number[]> {
  const entries = await take(store, { index });
  await store.vectors.finish(index, entries);
  return claimsIn(entries);
}
