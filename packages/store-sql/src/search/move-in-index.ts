import { isIndexed } from "@memorymaster/core";
import type { ClaimStatus } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { present } from "../absence.ts";
import { claimOf } from "../claims/claim-row.ts";
import type { ClaimRow } from "../claims/claim-row.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { HASH_PREFIX, indexedTerms } from "./index-document.ts";

/** Whether a claim stands in an index of this analyzer's terms. */
export function standsInIndex(row: Pick<ClaimRow, "terms_hash">): boolean {
  return row.terms_hash?.startsWith(HASH_PREFIX) === true;
}

/** `isIndexed` of a stored row. */
export function belongsInIndex(row: Pick<ClaimRow, "status" | "content_hash">): boolean {
  return isIndexed({ status: row.status as ClaimStatus, contentHash: present(row.content_hash) });
}

/** Takes a claim out of the text index or puts it back, as its present state asks for. */
export async function moveInIndex(db: Kysely<Schema>, flavor: Flavor, row: ClaimRow): Promise<void> {
  const shouldStand = belongsInIndex(row);
  if (standsInIndex(row) === shouldStand) return;
  const { terms, termsHash } = indexedTerms(claimOf(row, flavor.codecs));
  const documents = [{ id: row.id, terms }];
  if (shouldStand) await flavor.textIndex.add(db, documents);
  else await flavor.textIndex.remove(db, documents);
  const change = { terms_hash: shouldStand ? termsHash : null };
  await db.updateTable("claims").set(change).where("id", "=", row.id).execute();
}
