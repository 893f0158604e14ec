import type { CheckStatus, Citation } from "@memorymaster/core";
import type { PathFacts } from "../types.ts";
import type { Asked, Sources } from "./types.ts";

/**
 * Judges a file by when it changed: later than the claim was last validated is `changed`. Time cannot tell that evidence
 * is as it was again, so of a stale claim nothing new is said.
 */
export async function judgeByTime(
  { status, lastValidatedAt, updatedAt }: Asked,
  { path, checkStatus }: Pick<Citation, "checkStatus"> & { readonly path: string },
  { workspace, mode, facts }: Pick<Sources, "workspace" | "mode"> & { readonly facts: PathFacts },
): Promise<CheckStatus> {
  if (facts.kind === "other") return "unknown";
  if (status === "stale") return checkStatus ?? "unknown";
  const since = lastValidatedAt ?? updatedAt;
  const isLater = mode === "mtime" ? facts.changedAt > since : await workspace.git?.changedSince(path, since);
  return isLater === true ? "changed" : "ok";
}
