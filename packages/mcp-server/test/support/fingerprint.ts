import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Names and contents of all files of the database; its shared memory is no content. */
export function fingerprint({ folder }: { readonly folder: string }): Record<string, string> {
  const files = readdirSync(folder).filter((name) => name.startsWith("memory.db") && !name.endsWith("-shm"));
  const digest = (name: string): string =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return Object.fromEntries(files.map((name) => [name, digest(name)]));
}
