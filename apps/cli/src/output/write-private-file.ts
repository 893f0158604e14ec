import { createWriteStream } from "node:fs";
import { chmod, realpath, rename, rm, stat } from "node:fs/promises";
import process from "node:process";
import type { Writable } from "node:stream";

import { InvalidInputError } from "@memorymaster/core";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "a part of the path is no folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
};

function unwritable(name: string, reason: string): InvalidInputError {
  return new InvalidInputError("input.invalid", `Cannot write ${name}: ${reason}`, { details: { field: "output" } });
}

export interface PrivateFileOptions {
  /** Replace a file that is there. */
  readonly force: boolean;
  /** Files that must not be replaced. */
  readonly keep: readonly string[];
}

/** The file to replace, links followed; the path itself when there is none. */
async function targetOf(path: string, { force, keep }: PrivateFileOptions): Promise<string> {
  const present = await stat(path).catch(() => undefined);
  if (present === undefined) return path;
  if (!present.isFile()) throw unwritable(path, present.isDirectory() ? "it is a folder" : "it is no regular file");
  const kept = await Promise.all(keep.map((file) => stat(file).catch(() => undefined)));
  if (kept.some((file) => file?.dev === present.dev && file.ino === present.ino)) {
    throw unwritable(path, "it is the database itself");
  }
  if (!force) throw unwritable(path, "there is such a file already; --force replaces it");
  return realpath(path);
}

/**
 * Writes a file that only its owner may read. It appears whole, under its name, or not at all.
 *
 * @param fill writes to the stream and ends it
 * @throws InvalidInputError `input.invalid` when it cannot be written, or is there and may not be replaced
 */
export async function writePrivateFile(
  path: string,
  options: PrivateFileOptions,
  fill: (stream: Writable) => Promise<void>,
): Promise<void> {
  const target = await targetOf(path, options);
  const part = `${target}.${process.pid}.part`;
  try {
    await fill(createWriteStream(part, { mode: 0o600, flush: true }));
    await chmod(part, 0o600);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    const reason = REASONS[String((error as NodeJS.ErrnoException).code)];
    throw reason === undefined ? error : unwritable(path, reason);
  }
}
