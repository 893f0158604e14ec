import type { DumpRow } from "@memorymaster/core";
import type { World } from "../world.ts";

const WORDS = ["text", "scope", "tenant_id", "visibility", "source_agent"];
const STATE = [
  "status",
  "pinned",
  "confidence",
  "tier",
  "valid_from",
  "valid_until",
  "last_validated_at",
  "archived_at",
];

export interface ShownState {
  /** Words, owner and evidence of each claim. */
  readonly words: readonly string[];
  /** The same of those that are not archived: only they go to strangers. */
  readonly living: readonly string[];
  /** The same with state, validity and pointers. */
  readonly whole: readonly string[];
}

/** What two sides of a merge must agree on, whatever their ids, uids and display ids are. */
export async function shownState({ store }: World): Promise<ShownState> {
  const claims = await store.dump.read("claims", undefined, 1_000);
  const citations = await store.dump.ofClaims(
    "citations",
    claims.map(({ id }) => Number(id)),
  );
  const textOf = (id: unknown): unknown => claims.find((row) => row["id"] === id)?.["text"];
  const evidenceOf = (row: DumpRow): readonly string[] => {
    const own = citations.filter((one) => one["claim_id"] === row["id"]);
    return [...new Set(own.map((one) => JSON.stringify([one["source"], one["locator"], one["excerpt"]])))].sort();
  };
  const shown = claims.map((row) => {
    const state = [...STATE, "confirmed_by"].map((column) => row[column]);
    const pointers = [row["supersedes_claim_id"], row["replaced_by_claim_id"]].map(textOf);
    const words = [...WORDS.map((column) => row[column]), evidenceOf(row), row["content_hash"] === null];
    return { words: JSON.stringify(words), whole: JSON.stringify([...words, ...state, ...pointers]), row };
  });
  return {
    words: shown.map(({ words }) => words).sort(),
    living: shown.filter(({ row }) => row["status"] !== "archived").map(({ words }) => words),
    whole: shown.map(({ whole }) => whole).sort(),
  };
}
