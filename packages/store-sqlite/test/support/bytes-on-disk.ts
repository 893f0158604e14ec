import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const MAX_BYTES = 512 * 1024 * 1024;

/**
 * All bytes of a database: file, log and shared index. Another process reads them: closing a file that is open as a
 * database would drop the locks that this process holds on it.
 */
export function bytesOnDisk(path: string): string {
  const files = ["", "-wal", "-shm"].map((suffix) => path + suffix).filter((file) => existsSync(file));
  const script = "for (const file of process.argv.slice(1)) process.stdout.write(require('fs').readFileSync(file))";
  return execFileSync(process.execPath, ["-e", script, ...files], { maxBuffer: MAX_BYTES }).toString("latin1");
}
