import type { Claim } from "@memorymaster/core";
import type { WorkspaceReader } from "../types.ts";
import { citedPaths } from "./cited-paths.ts";
import { reasonOf } from "./reasons.ts";
import { needleOf, searchNeedles } from "./search-needles.ts";
import type { NeedleLimits, NeedleSearch } from "./search-needles.ts";
import type { Probe } from "./types.ts";

/** What such claims say stands somewhere in files. @see spec/steward.md §4.1 */
const WRITTEN_PREDICATES: ReadonlySet<string> = new Set(
  "path ip_address ipv6 ip_v6_address cidr network_cidr url location_hint hostname host file_hash sha256".split(" "),
);
const WRITTEN_TYPES: ReadonlySet<string> = new Set(["filesystem_fact", "infra_fact"]);

/** Whether the files of the workspace can tell that a claim does not hold: preferences and decisions stand in none. */
function isGroundable(claim: Claim, workspace: WorkspaceReader): boolean {
  if (claim.scope !== workspace.scope) return false;
  if (WRITTEN_PREDICATES.has(claim.predicate?.trim().toLowerCase() ?? "")) return true;
  if (WRITTEN_TYPES.has(claim.claimType ?? "")) return true;
  return citedPaths(claim).some(({ path }) => workspace.relativePath(path) !== undefined);
}

function missReason(claim: Claim, { ended }: NeedleSearch, workspace: WorkspaceReader): string {
  if (needleOf(claim) === "") return "empty_query";
  if (!isGroundable(claim, workspace)) return "not_groundable";
  return { whole: "no_match", budget: "budget_reached", timeout: "timeout" }[ended];
}

/** Looks for what a claim says in the files of the workspace: one walk, at the first question, answers for all claims. */
export function filesystemGrep(workspace: WorkspaceReader, claims: readonly Claim[], limits: NeedleLimits): Probe {
  let search: Promise<NeedleSearch> | undefined;
  return async (claim, signal) => {
    search ??= searchNeedles(workspace, { ...limits, needles: claims.map(needleOf) }, signal);
    const found = await search;
    const query = needleOf(claim);
    const files = found.files.get(query.toLowerCase()) ?? [];
    const isHit = files.length > 0;
    return {
      passed: isHit,
      metrics: {
        query,
        files_scanned: found.filesScanned,
        match_count: files.length,
        matched_files: files,
        budget_exhausted: found.ended === "budget",
        timed_out: !isHit && found.ended === "timeout",
      },
      reasons: isHit ? [] : [reasonOf(`filesystem_grep.${missReason(claim, found, workspace)}`)],
    };
  };
}
