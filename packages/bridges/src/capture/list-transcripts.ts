import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { InvalidInputError } from "@memorymaster/core";

function unreadable(input: string, reason: string): InvalidInputError {
  return new InvalidInputError("input.invalid", `${input}: ${reason}`, { details: { field: "input" } });
}

/**
 * The file itself, or the `*.jsonl` files of a folder and all below it, by name. Links in it are passed over: what they
 * lead to may lie anywhere.
 *
 * @throws InvalidInputError `input.invalid` when there is no such file or folder, or it cannot be read
 */
export async function listTranscripts(input: string): Promise<readonly string[]> {
  try {
    if (!(await stat(input)).isDirectory()) return [input];
    const entries = await readdir(input, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"));
    return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  } catch (error) {
    const { code = "failed" } = error as NodeJS.ErrnoException;
    throw unreadable(input, code === "ENOENT" ? "file not found" : `it cannot be read (${code})`);
  }
}
