import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { InvalidInputError } from "@memorymaster/core";
import type { BackupInfo, CopyOptions } from "@memorymaster/core";
import { copyToFile } from "./copy-to-file.ts";
import type { DatabaseSite } from "./database-site.ts";
import { sayWhatFailed } from "./say-what-failed.ts";

function refused(message: string): InvalidInputError {
  return new InvalidInputError("input.invalid", message, { details: { field: "output" } });
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/**
 * Copies the live database, as it is at one moment, into a new file that holds all of it and only its owner may read.
 *
 * @throws InvalidInputError `input.invalid` when there is such a file, or no such folder
 */
export async function backUp(site: DatabaseSite, file: string, options: CopyOptions): Promise<BackupInfo> {
  const path = resolve(file);
  if (existsSync(path)) throw refused(`${path} exists already`);
  if (!existsSync(dirname(path))) throw refused(`There is no folder ${dirname(path)}`);
  return sayWhatFailed("The backup was not made", async () => {
    if (!(await copyToFile(path, site, options))) throw refused(`${path} exists already`);
    return { file: path, sizeBytes: statSync(path).size, sha256: await sha256Of(path) };
  });
}
