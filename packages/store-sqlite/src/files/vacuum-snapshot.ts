import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, parse } from "node:path";

import { sha256Hex, timestampOf } from "@memorymaster/core";
import type { VacuumSnapshot } from "@memorymaster/core";
import { createPrivateFolder } from "../connection/check-path.ts";
import { copyToFile } from "./copy-to-file.ts";
import type { DatabaseSite } from "./database-site.ts";
import { removeIfAllowed } from "./rotate-snapshots.ts";
import { sayWhatFailed } from "./say-what-failed.ts";

const NAME = /^mm-\d{8}\.db$/;
const KEPT = 3;

/** Copies the database without its free space, once on a day, and removes all such copies but the newest three. */
export function takeVacuumSnapshot(site: DatabaseSite, parent: string): Promise<VacuumSnapshot> {
  return sayWhatFailed("The copy without free space was not made", async () => {
    // Copies of one file lie together, by whatever path it is reached.
    const identity = sha256Hex(realpathSync.native(site.path).toLowerCase()).slice(0, 12);
    const folder = join(parent, `${parse(site.path).name}-${identity}`);
    const day = timestampOf(site.clock.nowMs()).slice(0, 10).replaceAll("-", "");
    const file = join(folder, `mm-${day}.db`);
    createPrivateFolder(folder);
    const created = !existsSync(file) && (await copyToFile(file, site, { isCompact: true, isOwnFolder: true }));
    const others = readdirSync(folder).filter((name) => NAME.test(name) && name !== basename(file));
    for (const name of others.sort().slice(0, 1 - KEPT)) removeIfAllowed(join(folder, name));
    return { file, created, sizeBytes: statSync(file).size };
  });
}
