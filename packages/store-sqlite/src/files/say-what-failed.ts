import { StoreError } from "@memorymaster/core";
import { translateError } from "../connection/translate-error.ts";

/** Refusals of the file system as people say them, with our word for the log. */
const REFUSALS: Readonly<Record<string, readonly [words: string, reason: string]>> = {
  ENOSPC: ["The disk is full", "disk_full"],
  EDQUOT: ["The disk quota is used up", "disk_full"],
  EACCES: ["Permission denied", "cannot_create"],
  EPERM: ["Permission denied", "cannot_create"],
  EROFS: ["The disk cannot be written", "read_only_disk"],
  ENOTDIR: ["A part of the path is no folder", "cannot_create"],
  ENOENT: ["There is no such folder", "cannot_create"],
};

function failureOf(what: string, error: unknown): unknown {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) {
    const [words, reason] = REFUSALS[code ?? ""] ?? [`The system says ${code}`, "io_error"];
    const place = path === undefined ? "" : ` (${path})`;
    return new StoreError("store.unavailable", `${what}: ${words}${place}`, { details: { reason }, cause: error });
  }
  const failure = translateError(error);
  if (!(failure instanceof StoreError)) return failure;
  const { code: storeCode, message, details, retryable } = failure;
  return new StoreError(storeCode, `${what}: ${message}`, { details, retryable, cause: error });
}

/** Runs work on files; a failure of disk or database says what could not be done because of it. */
export async function sayWhatFailed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(what, error);
  }
}
