import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";

import { InvalidInputError } from "@memorymaster/core";

import type { Io } from "../io.ts";

/** A stream to read, with what is known of its length. */
export interface Input {
  readonly stream: Readable;
  /** Absent for a pipe. */
  readonly sizeBytes: number | undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is no folder",
};

function unreadable(name: string, code: string | undefined): InvalidInputError {
  const reason = REASONS[code ?? ""] ?? "it is no readable file";
  return new InvalidInputError("input.invalid", `Cannot read ${name}: ${reason}`, { details: { field: "input" } });
}

/**
 * The file of that name, or stdin for `-`.
 *
 * @throws InvalidInputError `input.invalid` when it cannot be read
 */
export async function openInput(io: Io, name: string): Promise<Input> {
  if (name === "-") return { stream: io.stdin, sizeBytes: undefined };
  try {
    const file = await open(resolve(io.cwd(), name));
    const facts = await file.stat();
    if (!facts.isDirectory()) {
      return { stream: file.createReadStream(), sizeBytes: facts.isFile() ? facts.size : undefined };
    }
    await file.close();
  } catch (error) {
    throw unreadable(name, (error as NodeJS.ErrnoException).code);
  }
  throw unreadable(name, "EISDIR");
}
