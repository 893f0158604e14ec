import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a process printed and how it ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** Starts a script of `fixtures` on the built packages, as another user when `uid` is given. */
export function startFixture(name: string, args: readonly string[], uid?: number): ChildProcess {
  const options = uid === undefined ? {} : { uid, gid: uid };
  return spawn(process.execPath, [fixture(name), ...args], { stdio: ["ignore", "pipe", "pipe"], ...options });
}

/** Waits for a process to end. */
export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject).on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
