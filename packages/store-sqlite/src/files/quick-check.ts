import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";

import { StoreError } from "@memorymaster/core";
import type { FileCheck } from "@memorymaster/core";

/** What SQLite says of a file line by line, ended by the reason when it could not go on. */
type QuickFindings = Pick<FileCheck, "foreignKeys"> & { readonly said: readonly string[] };

const PROGRAM = `
const [driver, path] = process.argv.slice(1);
const found = { said: [] };
try {
  const database = new (require(driver))(path, { readonly: true, fileMustExist: true, timeout: 1000 });
  const rows = (sql) => database.prepare(sql).raw().iterate();
  for (const [row] of rows("pragma quick_check")) found.said.push(...row.split("\\n"));
  found.foreignKeys = Object.fromEntries(rows('select "table", count(*) from pragma_foreign_key_check group by 1'));
} catch (error) {
  found.said.push(error.message);
}
process.stdout.write(JSON.stringify(found));
`;

const MAX_BYTES = 16 * 1024 * 1024;

/** Looks at a file from another process, which is ended when the time is over: `undefined` then. */
export async function quickFindings(path: string, limitMs: number): Promise<QuickFindings | undefined> {
  const driver = createRequire(import.meta.url).resolve("better-sqlite3");
  const options = { timeout: limitMs, killSignal: "SIGKILL", maxBuffer: MAX_BYTES, windowsHide: true } as const;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", PROGRAM, driver, path], options);
    return JSON.parse(stdout) as QuickFindings;
  } catch (error) {
    if ((error as { readonly killed?: boolean }).killed === true) return undefined;
    throw new StoreError("store.unavailable", "The process that looks at the file failed", { cause: error });
  }
}
