import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, extname } from "node:path";

import { sha256Hex, splitLines, timestampOf } from "@memorymaster/core";

import { TranscriptReader } from "../transcripts/reader.ts";
import type { Transcript } from "../transcripts/types.ts";
import type { CaptureCursors } from "./cursors.ts";

const LINE_FEED = 0x0a;
const PREFIX_BYTES = 4096;
/** Read before the work is done on it, so that a large file is no burden. */
const PIECE_BYTES = 16 * 1024 * 1024;
/** What is read again before a cursor, to know session and folder, and the calls and the answer that go on. */
const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 256 * 1024;

/** New turns of a transcript. */
export interface NewTurns extends Transcript {
  /** Folder that the session began in. */
  readonly cwd: string | undefined;
  /** Whether the file was read from its start. */
  readonly isStart: boolean;
  /** Bytes of the file that are behind, with these, by those there are. */
  readonly share: number;
}

export interface CaptureParts {
  readonly cursors: CaptureCursors;
  /** Names the work; each has cursors of its own. */
  readonly operation: string;
  /**
   * Does something with new turns. Only then the cursor moves: behind them, or behind the line returned, which ends the
   * run; a line that is none of theirs leaves it where it is.
   */
  readonly work: (turns: NewTurns) => Promise<number | undefined>;
}

interface Line {
  readonly line: number;
  readonly text: string;
  /** Bytes from the start of the file to the end of the line. */
  readonly end: number;
}

/** Whether a line without an end is whole: an object that is closed cannot go on. */
function isWhole(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** The whole lines of a part of a file. */
async function* linesOf(
  file: FileHandle,
  part: { start: number; end?: number },
): AsyncGenerator<Line, void, undefined> {
  if (part.end === part.start) return;
  const last = part.end === undefined ? undefined : part.end - 1;
  const stream = file.createReadStream({ start: part.start, end: last ?? Infinity, autoClose: false });
  let end = part.start;
  for await (const { line, bytes } of splitLines(stream as AsyncIterable<Buffer>)) {
    const text = bytes.toString("utf8");
    if (bytes.at(-1) !== LINE_FEED && !isWhole(text)) return;
    end += bytes.length;
    yield { line, text, end };
  }
}

async function prefixHash(file: FileHandle, offset: number): Promise<string> {
  const length = Math.min(PREFIX_BYTES, offset);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return sha256Hex(buffer.subarray(0, bytesRead).toString("base64"));
}

const sessionOf = (path: string): string => basename(path, extname(path));

/** Where to go on: at the start when it is another file, or the beginning of this one is not what it was. */
async function startOf(file: FileHandle, path: string, { cursors, operation }: CaptureParts): Promise<number> {
  const cursor = await cursors.get({ session: sessionOf(path), operation });
  if (cursor === undefined || cursor.pathHash !== sha256Hex(path)) return 0;
  const isSame = cursor.prefixHash === (await prefixHash(file, cursor.offset));
  return isSame && (await file.stat()).size >= cursor.offset ? cursor.offset : 0;
}

/** Shows a reader what it would know at `offset`, had it read all before; returns how many lines that is. */
async function remind(reader: TranscriptReader, file: FileHandle, offset: number): Promise<number> {
  let count = 0;
  for await (const { line, text, end } of linesOf(file, { start: 0, end: offset })) {
    if (end <= HEAD_BYTES || end > offset - TAIL_BYTES) reader.push(text, line);
    // A line whose end has come since counts when it comes.
    if (text.endsWith("\n")) count = line;
  }
  reader.take();
  return count;
}

/** Lines that follow each other, some megabytes of them. */
async function* piecesOf(file: FileHandle, start: number): AsyncGenerator<readonly Line[], void, undefined> {
  let piece: Line[] = [];
  let from = start;
  for await (const line of linesOf(file, { start })) {
    piece.push(line);
    if (line.end - from < PIECE_BYTES) continue;
    yield piece;
    [piece, from] = [[], line.end];
  }
  if (piece.length > 0) yield piece;
}

/**
 * Reads what is new in a transcript and hands it on, piece by piece. Work that fails is done again by the next run.
 *
 * @param path absolute
 * @throws what the file system, the cursors and the work throw
 */
export async function captureFile(path: string, parts: CaptureParts): Promise<void> {
  const session = sessionOf(path);
  const file = await open(path);
  try {
    const start = await startOf(file, path, parts);
    const { size, mtimeMs } = await file.stat();
    const reader = new TranscriptReader({ session, fallbackTime: timestampOf(mtimeMs) });
    const before = await remind(reader, file, start);
    for await (const piece of piecesOf(file, start)) {
      for (const { line, text } of piece) reader.push(text, before + line);
      const share = (piece.at(-1)?.end ?? 0) / size;
      const last = await parts.work({ ...reader.take(), cwd: reader.cwd, isStart: start === 0, share });
      const done = last === undefined ? piece.at(-1) : piece.find(({ line }) => before + line === last);
      if (done !== undefined) {
        const cursor = { pathHash: sha256Hex(path), prefixHash: await prefixHash(file, done.end), offset: done.end };
        await parts.cursors.commit({ session, operation: parts.operation }, cursor);
      }
      if (last !== undefined) return;
    }
  } finally {
    await file.close();
  }
}
