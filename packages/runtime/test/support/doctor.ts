import { createRequire } from "node:module";

import { examine } from "../../src/doctor/examine.ts";
import type { HealthCheck, HealthReport } from "../../src/doctor/examine.ts";
import type { OpenOptions } from "../../src/open-options.ts";
import { spoolWorld } from "./spool-world.ts";
import type { SpoolWorld } from "./spool-world.ts";

interface Driver {
  exec(sql: string): unknown;
  pragma(text: string): unknown;
  prepare(sql: string): { get(name: string): unknown };
  close(): void;
}

const PAGE = 4096;
const Database = createRequire(new URL("../../../store-sqlite/package.json", import.meta.url))(
  "better-sqlite3",
) as new (path: string) => Driver;

/** As another program would write to the file. */
export function tamper({ temp }: SpoolWorld, ...statements: readonly string[]): void {
  const database = new Database(temp.at("project", "memory.db"));
  database.pragma("foreign_keys = off");
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Overwrites a page of a table in the closed file, as a failing disk would. */
export function damage({ temp }: SpoolWorld, table: string): void {
  const database = new Database(temp.at("project", "memory.db"));
  const row = database.prepare("select max(pageno) as page from dbstat where name = ?").get(table);
  database.close();
  const { page } = row as { readonly page: number };
  temp.write("project/memory.db", temp.bytes("project/memory.db").fill(0xee, (page - 1) * PAGE, page * PAGE));
}

/** A world whose database has a backup. */
export async function backedUp(): Promise<SpoolWorld> {
  const world = await spoolWorld();
  await world.writer.store.files?.backup(world.temp.at("backup.db"));
  return world;
}

export const look = (world: SpoolWorld, more: Partial<OpenOptions> = {}): Promise<HealthReport> =>
  examine(world.options(more));

/** The check of this name. */
export const checkOf = ({ checks }: HealthReport, id: string): HealthCheck | undefined =>
  checks.find((check) => check.id === id);

/** Checks that are not well; how full the disk is, is the machine's own business. */
export const notWell = ({ checks }: HealthReport): readonly string[] =>
  checks.filter(({ id, status }) => status !== "PASS" && id !== "disk").map(({ id, status }) => `${id} ${status}`);
