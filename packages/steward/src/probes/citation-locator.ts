import type { WorkspaceReader } from "../types.ts";
import { citedPaths } from "./cited-paths.ts";
import { reasonOf } from "./reasons.ts";
import type { Probe, ProbeReason } from "./types.ts";

const SHOWN_PATHS = 10;

/** Whether the paths that citations name are in the workspace; what lies outside is not tested. */
export function citationLocator(workspace: WorkspaceReader): Probe {
  return async (claim, signal) => {
    // Paths that claims of another project cite are not those of this one.
    const cited = claim.scope === workspace.scope ? citedPaths(claim) : [];
    const existing: string[] = [];
    const missing: string[] = [];
    const reasons: ProbeReason[] = [];
    const tell = (name: string, field: string, path?: string): void => {
      const evidence = { field, ...(path !== undefined && { path }) };
      reasons.push(reasonOf(`deterministic_citation_locator.${name}`, { evidence }));
    };
    for (const { path, field } of cited) {
      signal.throwIfAborted();
      const relative = workspace.relativePath(path);
      if (relative === undefined) tell("outside_workspace", field);
      else if ((await workspace.stat(relative)) !== undefined) existing.push(relative);
      else {
        missing.push(relative);
        tell("missing_workspace_path", field, relative);
      }
    }
    return {
      passed: missing.length === 0,
      metrics: {
        citation_count: claim.citations.length,
        candidate_path_count: cited.length,
        existing_path_count: existing.length,
        missing_path_count: missing.length,
        existing_paths: existing.slice(0, SHOWN_PATHS),
        missing_paths: missing.slice(0, SHOWN_PATHS),
      },
      reasons,
    };
  };
}
