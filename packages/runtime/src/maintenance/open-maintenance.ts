import type { MemoryContext } from "@memorymaster/core";
import type { CycleParts, StewardContext } from "@memorymaster/steward";

import { absolutePath } from "../choose-database.ts";
import type { Surroundings } from "../surroundings.ts";
import { createWorkspaceReader } from "../workspace-reader/create-workspace-reader.ts";
import { openLanguageModel } from "./open-language-model.ts";
import { artifactFolder } from "./artifact-folder.ts";

/** What the jobs of the steward work with. */
export interface Maintenance {
  readonly context: StewardContext;
  readonly parts: CycleParts;
  /** Writes a file of the workspace, or of the current folder where there is none: all of it or nothing. */
  readonly writeArtifact: (relativePath: string, text: string) => Promise<void>;
}

const COMPACTION_FOLDER = "artifacts/compaction";

/** @param signal ends long work between two claims */
export async function openMaintenance(
  surroundings: Surroundings,
  context: MemoryContext,
  signal?: AbortSignal,
): Promise<Maintenance> {
  const { workspace, env, config, logger } = surroundings;
  const reader =
    workspace === undefined ? undefined : createWorkspaceReader(workspace, await context.projectScope.forRead(), env);
  const { model, budget, within } = await openLanguageModel(surroundings, context);
  return {
    context: {
      ...context,
      workspace: reader,
      model,
      signal,
      log: (message) => {
        logger.log("info", message);
      },
    },
    parts: {
      budget,
      within,
      artifacts: workspace === undefined ? undefined : artifactFolder(workspace.root, COMPACTION_FOLDER),
      snapshotFolder: absolutePath(config.runtime.snapshot_dir, surroundings),
    },
    writeArtifact: artifactFolder(workspace?.root ?? surroundings.cwd, ".").write,
  };
}
