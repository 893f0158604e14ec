import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { ArtifactFolder } from "@memorymaster/steward";

/** Files of a job below a folder of the workspace. Each is there whole or not at all, for the owner's eyes alone. */
export function artifactFolder(root: string, relativePath: string): ArtifactFolder {
  return {
    relativePath,
    write: async (name, text) => {
      const file = join(root, ...relativePath.split("/"), ...name.split("/"));
      const whole = `${file}.${randomBytes(6).toString("hex")}.tmp`;
      await mkdir(dirname(file), { recursive: true });
      try {
        await writeFile(whole, text, { mode: 0o600, flush: true });
        await rename(whole, file);
      } catch (error) {
        await rm(whole, { force: true });
        throw error;
      }
    },
  };
}
