import type { Claim } from "./claim.ts";

/** Whether a claim belongs into the text index: not when archived, nor when its words were redacted or erased. */
export function isIndexed(claim: Pick<Claim, "status" | "contentHash">): boolean {
  return claim.status !== "archived" && claim.contentHash !== undefined;
}
