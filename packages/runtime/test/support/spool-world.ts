import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { accessNoteLine } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import type { FixedClock } from "@memorymaster/core/testing";
import { tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";

import { openMemoryMaster } from "../../src/open-memory-master.ts";
import type { MemoryMaster } from "../../src/open-memory-master.ts";
import type { OpenOptions } from "../../src/open-options.ts";
import { spoolFolder } from "../../src/spool/spool-folder.ts";
import { readSurroundings } from "../../src/surroundings.ts";

export const AT = "2026-01-02T03:04:05+00:00";
export const TEXTS: readonly string[] = ["The staging API listens on port 7443", "Production listens on port 9000"];

/** A home folder, a database in it with two claims, and the folder of its notes. */
export interface SpoolWorld extends AsyncDisposable {
  readonly temp: TempFolder;
  readonly clock: FixedClock;
  readonly lines: string[];
  readonly writer: MemoryMaster;
  readonly uids: readonly string[];
  readonly folder: string;
  options(more?: Partial<OpenOptions>): OpenOptions;
  /** Names in the folder of notes, sorted. */
  names(): readonly string[];
  /** Writes a file of notes. */
  put(name: string, ...lines: readonly (string | Uint8Array)[]): void;
  /** A line that notes these claims. */
  line(uids: readonly string[], at?: string): string;
  counts(): Promise<readonly (readonly [number, string | undefined])[]>;
}

export async function spoolWorld(more: Partial<OpenOptions> = {}): Promise<SpoolWorld> {
  const temp = tempFolder();
  const home = temp.folder("home");
  const clock = createFixedClock();
  const lines: string[] = [];
  const options: SpoolWorld["options"] = (given = {}) => ({
    surface: "test",
    env: { HOME: home, USERPROFILE: home },
    cwd: temp.folder("project"),
    db: "memory.db",
    clock,
    writeLog: (line) => void lines.push(line),
    ...more,
    ...given,
  });
  const writer = await openMemoryMaster(options({ create: true }));
  const uids: string[] = [];
  for (const text of TEXTS) uids.push((await writer.memory.claims.ingest({ text })).claim.uid);
  const folder = spoolFolder(readSurroundings(options())) ?? "";
  let notes = 0;
  return {
    temp,
    clock,
    lines,
    writer,
    uids,
    folder,
    options,
    names: () => readdirSync(folder).sort(),
    put: (name, ...parts) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), Buffer.concat(parts.map((part) => Buffer.from(part))));
    },
    line: (named, at = AT) => {
      const id = `019b7c00-0000-7000-8000-${String((notes += 1)).padStart(12, "0")}`;
      return accessNoteLine({ at, uids: named }, id) ?? "";
    },
    counts: async () => {
      const { items } = await writer.memory.claims.list({ scopes: "all", includeArchived: true, limit: 1_000 });
      const sorted = items.toSorted((a, b) => a.id - b.id);
      return sorted.map(({ accessCount, lastAccessed }) => [accessCount, lastAccessed]);
    },
    [Symbol.asyncDispose]: async () => {
      await writer.close();
      temp[Symbol.dispose]();
    },
  };
}

export const textOf = (world: SpoolWorld, ...parts: readonly string[]): string =>
  readFileSync(join(world.folder, ...parts), "utf8");
