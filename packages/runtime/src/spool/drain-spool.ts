import { randomBytes } from "node:crypto";
import { createReadStream, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { ReadStream } from "node:fs";
import { join } from "node:path";

import { epochMsOf, InvalidInputError, readAccessNote, splitLines, StoreError } from "@memorymaster/core";
import type { AccessNote, Clock, DrainReport, RawLine, Store } from "@memorymaster/core";

import { makeFolder } from "./spool-folder.ts";

export interface DrainParts {
  readonly folder: string;
  readonly store: Store;
  readonly clock: Clock;
}

/** What was made of the lines so far. */
interface Taken {
  drained: number;
  quarantined: number;
  /** Time of the oldest answer among them, in stored form. */
  oldest: string | undefined;
}

/** How long a file is kept after it was taken: a writer that had opened it before is heard by the next drain. */
const KEPT_MS = 60_000;
/** Lines of one transaction. */
const BATCH_LINES = 200;
/** No note is so long; lines of such a length are not held together. */
const LARGE_BYTES = 65_536;
const LINE_FEED = 0x0a;

/** Whether an error says that this is not there: nobody wrote, or another one that drains was faster. */
const isGone = (error: unknown, path: string): boolean =>
  (error as NodeJS.ErrnoException).code === "ENOENT" && !existsSync(path);

/** Names of the files with this ending, sorted; none where there is no such folder. */
export function namesIn(folder: string, ending: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
    return files.map(({ name }) => name).sort();
  } catch (error) {
    if (isGone(error, folder)) return [];
    throw error;
  }
}

/** Takes the files away from their writers, each under a name that no other file ever has, and that says when. */
function takeFiles({ folder, clock }: DrainParts): void {
  for (const path of namesIn(folder, ".jsonl").map((name) => join(folder, name))) {
    try {
      renameSync(path, path.replace(/jsonl$/, `${clock.nowMs()}-${randomBytes(8).toString("hex")}.draining`));
    } catch (error) {
      if (!isGone(error, path)) throw error;
    }
  }
}

/** Whether a file was taken so long ago that nobody writes to it any more. */
function isSettled({ clock }: DrainParts, name: string): boolean {
  const [, takenMs = "0"] = /\.(\d+)-[0-9a-f]+\.draining$/.exec(name) ?? [];
  return clock.nowMs() - Number(takenMs) >= KEPT_MS;
}

async function* batchesOf(stream: ReadStream): AsyncGenerator<readonly RawLine[]> {
  let batch: RawLine[] = [];
  for await (const line of splitLines(stream)) {
    batch.push(line);
    if (batch.length < BATCH_LINES && line.bytes.length < LARGE_BYTES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A line as a note; one that is none as a row that keeps it byte by byte, with the reason. */
function readLine({ line, bytes }: RawLine): AccessNote | string {
  const content = bytes.at(-1) === LINE_FEED ? bytes.subarray(0, -1) : bytes;
  const note = readAccessNote(content);
  if ("uids" in note) return note;
  const text = content.toString("utf8");
  const kept = Buffer.from(text).equals(content) ? { text } : { base64: content.toString("base64") };
  return `${JSON.stringify({ line, ...note, ...kept })}\n`;
}

/** The path of a file of this name in the quarantine. */
function quarantined(folder: string, name: string): string {
  const quarantine = join(folder, "quarantine");
  makeFolder(quarantine);
  return join(quarantine, name);
}

/**
 * Takes in those of the lines that have not been yet, in one transaction with the number of the last one. Where a writer
 * may be at work, a last line without its end is left to it.
 */
function takeIn(parts: DrainParts, name: string, lines: readonly RawLine[]): Promise<readonly (AccessNote | string)[]> {
  const { folder, store } = parts;
  const whole = isSettled(parts, name) ? lines : lines.filter(({ bytes }) => bytes.at(-1) === LINE_FEED);
  return store.transaction(async () => {
    const last = await store.spool.lockLastLine(name);
    // Another one that drains may have removed the file, and with it what the store knew of it.
    const fresh = existsSync(join(folder, name)) ? whole.filter(({ line }) => line > last) : [];
    const read = fresh.map(readLine);
    const rows = read.filter((one) => typeof one === "string").join("");
    if (rows !== "") writeFileSync(quarantined(folder, `${name}.jsonl`), rows, { flag: "a", mode: 0o600, flush: true });
    const notes = read.filter((one) => typeof one !== "string");
    await store.claims.recordAccesses(notes.flatMap(({ at, uids }) => uids.map((uid) => ({ uid, at }))));
    await store.spool.setLastLine(name, fresh.at(-1)?.line ?? last);
    return read;
  });
}

/** Takes in a file that no writer opens any more, from where an earlier drain has ended, and removes it when it is settled. */
async function drainFile(parts: DrainParts, name: string, taken: Taken): Promise<void> {
  const path = join(parts.folder, name);
  const stream = createReadStream(path);
  try {
    for await (const lines of batchesOf(stream)) {
      const read = await takeIn(parts, name, lines);
      const times = read.flatMap((one) => (typeof one === "string" ? [] : one.at));
      taken.drained += times.length;
      taken.quarantined += read.length - times.length;
      taken.oldest = [...times, taken.oldest ?? []].flat().sort()[0];
    }
    if (!isSettled(parts, name) || statSync(path).size > stream.bytesRead) return;
    rmSync(path);
  } catch (error) {
    if (error instanceof InvalidInputError) {
      renameSync(path, quarantined(parts.folder, name));
      taken.quarantined += 1;
    } else if (!isGone(error, path)) throw error;
  }
  await parts.store.spool.forget(name);
}

async function drain(parts: DrainParts): Promise<DrainReport> {
  takeFiles(parts);
  const taken: Taken = { drained: 0, quarantined: 0, oldest: undefined };
  for (const name of namesIn(parts.folder, ".draining")) await drainFile(parts, name, taken);
  const { oldest, ...counts } = taken;
  const ageMs = parts.clock.nowMs() - (epochMsOf(oldest ?? "") ?? Infinity);
  return { ...counts, lagSeconds: Math.max(0, Math.floor(ageMs / 1000)) };
}

/**
 * Counts in the store what has been noted in the folder, every line once, and removes the files. Lines that nobody can
 * read go to `quarantine` in it. Broken off at any point, the next call goes on there; several may run at once.
 *
 * @throws StoreError `store.unavailable` when the folder cannot be used, and what the store throws
 */
export async function drainSpool(parts: DrainParts): Promise<DrainReport> {
  try {
    return await drain(parts);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    const message = `The notes in ${parts.folder} cannot be taken in (${code ?? syscall})`;
    throw new StoreError("store.unavailable", message, { cause: error });
  }
}
