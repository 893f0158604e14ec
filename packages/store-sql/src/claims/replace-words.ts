import type { Claim, ClaimWords } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { absent } from "../absence.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { indexedTerms } from "../search/index-document.ts";
import { moveInIndex, standsInIndex } from "../search/move-in-index.ts";
import { claimOf } from "./claim-row.ts";

export interface WordsChange {
  readonly id: number;
  readonly version: number;
  readonly words: ClaimWords;
  readonly updatedAt: string;
}

/** Writes only while the version still matches, and raises it. Of the old words nothing stays in the text index. */
export async function replaceWords(
  db: Kysely<Schema>,
  flavor: Flavor,
  { id, version, words, updatedAt }: WordsChange,
): Promise<Claim | undefined> {
  const before = await db
    .selectFrom("claims")
    .selectAll()
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (before === undefined) return undefined;
  if (standsInIndex(before)) {
    const { terms } = indexedTerms(claimOf(before, flavor.codecs));
    await flavor.textIndex.remove(db, [{ id, terms }]);
  }
  const row = await db
    .updateTable("claims")
    .set({
      text: words.text,
      subject: absent(words.subject),
      predicate: absent(words.predicate),
      object_value: absent(words.objectValue),
      normalized_text: absent(words.normalizedText),
      idempotency_key: absent(words.idempotencyKey),
      content_hash: absent(words.contentHash),
      near_hash: absent(words.nearHash),
      twin_hash: absent(words.twinHash),
      terms_hash: null,
      updated_at: flavor.codecs.time.encode(updatedAt),
      version: version + 1,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await moveInIndex(db, flavor, row);
  return claimOf(row, flavor.codecs);
}
