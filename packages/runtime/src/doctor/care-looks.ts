import { createReadStream, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";

import { epochMsOf, readAccessNote, splitLines } from "@memorymaster/core";
import type { Clock, Store } from "@memorymaster/core";

import { namesIn } from "../spool/drain-spool.ts";
import { spoolFolder } from "../spool/spool-folder.ts";
import { EVERYTHING, fail, onFile, pass, warn } from "./finding.ts";
import type { Looks } from "./finding.ts";

const MIB = 1024 * 1024;
const LARGE_LOG_MIB = 256;
const FULL_PERCENT = 90;
const MANY_LINES = 1_000;
const BACKUP_HOURS = 24;
const HOUR_MS = 3_600_000;
const OTHERS = 0o077;
const SERVER_TOOLS = "the tools of the server: pg_dump --format=custom and pg_restore, or physical backups";

/** From a time in stored form to now, at least 0. */
const ageMs = (clock: Clock, at: string): number => Math.max(0, clock.nowMs() - (epochMsOf(at) ?? 0));

/** Notes that wait to be counted, and the time of the oldest (stored form): each file begins with its own. */
async function waiting(store: Store, folder: string): Promise<readonly [lines: number, oldest: string | undefined]> {
  const times: string[] = [];
  let lines = 0;
  for (const name of [".jsonl", ".draining"].flatMap((ending) => namesIn(folder, ending))) {
    const counted = await store.spool.lastLine(name);
    for await (const { line, bytes } of splitLines(createReadStream(join(folder, name)))) {
      if (line <= counted) continue;
      const note = line === counted + 1 ? readAccessNote(bytes) : undefined;
      if (note !== undefined && "at" in note) times.push(note.at);
      lines += 1;
    }
  }
  return [lines, times.sort()[0]];
}

/** What needs care while the database is in use. */
export const CARE_LOOKS: Looks = {
  wal_size: onFile(({ path }) => {
    const mib = Math.ceil((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) / MIB);
    if (mib <= LARGE_LOG_MIB) return pass(`${mib} MiB`);
    const judge = mib > 2 * LARGE_LOG_MIB ? fail : warn;
    return judge(`${mib} MiB`, "memorymaster integrity --checkpoint");
  }),
  freeze: onFile((files) =>
    files.isFrozen()
      ? fail("frozen: a check found the file damaged", `memorymaster integrity, then remove ${files.sentinel}`)
      : pass("claims are promoted"),
  ),
  disk: onFile(async ({ path }) => {
    const { blocks, bfree, bavail, bsize } = await statfs(dirname(path));
    // As df has it: what only the system may use counts for neither.
    const used = Math.round((100 * (blocks - bfree)) / (blocks - bfree + bavail));
    const detail = `${Math.floor((bavail * bsize) / MIB)} MiB free, ${used} % used`;
    return used > FULL_PERCENT ? warn(detail, "make room: a full disk stops every write") : pass(detail);
  }),
  spool: async ({ store, surroundings }) => {
    const folder = spoolFolder(surroundings) ?? "";
    const [lines, oldest] = await waiting(store, folder);
    const lag = oldest && `, the oldest ${Math.floor(ageMs(surroundings.clock, oldest) / 1000)} s old`;
    const detail = `${lines} answers wait to be counted${lag ?? ""}`;
    const quarantine = join(folder, "quarantine");
    if (namesIn(quarantine, "").length > 0) return warn(`${detail}; some lines are unreadable`, `see ${quarantine}`);
    return lines > MANY_LINES ? warn(detail, "memorymaster drain-spool") : pass(detail);
  },
  // Of copies that this program has made; where a server keeps the data, its own tools do that.
  backup: async ({ store, surroundings }) => {
    if (store.files === undefined) return pass("not made by this program", SERVER_TOOLS);
    const filter = { eventType: "system", details: ["backup_created"] };
    const [event] = (await store.events.list(EVERYTHING, filter, { limit: 1 })).items;
    const [snapshot] = await store.files.snapshots();
    const newest = [event?.createdAt ?? [], snapshot?.timestamp ?? []].flat().sort().at(-1);
    const way = "memorymaster backup --output FILE";
    if (newest === undefined) return warn("there is no backup and no snapshot", way);
    const hours = ageMs(surroundings.clock, newest) / HOUR_MS;
    const detail = `the last one is ${Math.floor(hours)} h old`;
    return hours > BACKUP_HOURS ? warn(detail, way) : pass(detail);
  },
  permissions: onFile(({ path }) => {
    const mode = statSync(path).mode & 0o777;
    if (process.platform === "win32" || (mode & OTHERS) === 0) return pass(mode.toString(8));
    return warn(`${mode.toString(8)}: others may use the file`, `chmod 600 ${path}`);
  }),
};
