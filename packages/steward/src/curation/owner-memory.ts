import { memoryOf } from "@memorymaster/core";
import type { Citation, CitationInput, Claim, Memory } from "@memorymaster/core";
import type { StewardContext } from "../types.ts";

/**
 * The memory as the owner of a claim writes to it, since what is drawn from a claim belongs to whom that belongs. Cited
 * files are not read again.
 */
export function ownerMemory(context: StewardContext, owner: Pick<Claim, "tenantId" | "sourceAgent">): Memory {
  const authority = { ...context.authority, tenantId: owner.tenantId, principal: owner.sourceAgent };
  return memoryOf({ ...context, authority, evidence: undefined });
}

/** Stored evidence as it is given for another claim. */
export function citationInput(stored: Citation): CitationInput {
  const { source, locator, excerpt, kind, path, lineStart, lineEnd, ...more } = stored;
  const { excerptHash, gitBlob, commitId, fetchedAt, contentHash } = more;
  const place = { source, locator, excerpt, kind, path, lineStart, lineEnd };
  return { ...place, excerptHash, gitBlob, commitId, fetchedAt, contentHash };
}
