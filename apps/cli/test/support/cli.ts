import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { devNull } from "node:os";
import { fileURLToPath } from "node:url";

import { tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import { expect } from "vitest";

import type { Finished } from "./finished.ts";
import { runInProcess } from "./run-in-process.ts";

const BIN: string = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

if (!existsSync(BIN)) {
  throw new TypeError("apps/cli/dist/bin.js is missing: these tests start the built program, so run the build first");
}

/** The envelope that a command prints where stdout is no terminal. */
export interface Envelope {
  readonly ok: boolean;
  readonly data?: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly code?: string;
  readonly field?: string;
  readonly findings?: readonly string[];
}

export interface RunOptions {
  /** Default: the project folder of the world. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the program reads on stdin. Default: nothing. */
  readonly input?: string | Uint8Array;
}

export interface StartOptions extends RunOptions {
  /** File descriptor that stdout goes to. Default: a pipe. */
  readonly stdout?: number;
}

/** A home folder and a project folder of one test, and the program to run in them. */
export interface World extends Disposable {
  readonly temp: TempFolder;
  readonly home: string;
  readonly project: string;
  /** Starts the built program. */
  start(args: readonly string[], options?: StartOptions): ChildProcess;
  /** Runs the built program to its end. */
  runProgram(args: readonly string[], options?: RunOptions): Promise<Finished>;
  /** Does the same on source and in this process, which saves the start. */
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
  /** Runs, expects exactly one JSON document on stdout, and returns it. */
  json(args: readonly string[], options?: RunOptions): Promise<Envelope>;
  /** The payload of a run that must succeed. */
  data<Data>(args: readonly string[], options?: RunOptions): Promise<Data>;
}

/** Variables of the tester that the program needs to start; none of its own settings among them. */
function baseEnvironment(home: string): Record<string, string> {
  const kept = ["PATH", "Path", "SystemRoot", "TEMP", "TMP"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
  };
}

export function finished(child: ChildProcess): Promise<Finished> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((done, fail) => {
    child.on("error", fail).on("close", (exitCode) => done({ exitCode, stdout, stderr }));
  });
}

/** The one JSON document of an output, which ends with a line break and holds nothing else. */
export function documentOf({ stdout }: Finished): Envelope {
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout) as Envelope;
}

export function createWorld(): World {
  const temp = tempFolder();
  const home = temp.folder("home");
  const project = temp.folder("project");
  const start: World["start"] = (args, { cwd = project, env = {}, stdout } = {}) =>
    spawn(process.execPath, [BIN, ...args], {
      cwd,
      env: { ...baseEnvironment(home), ...env },
      stdio: ["pipe", stdout ?? "pipe", "pipe"],
    });
  const run: World["run"] = (args, { cwd = project, env = {}, input = "" } = {}) =>
    runInProcess(args, { cwd, env: { ...baseEnvironment(home), ...env }, input });
  const runProgram: World["runProgram"] = async (args, options = {}) => {
    const child = start(args, options);
    // A program that refuses its input closes the pipe: that is not what these tests are about.
    child.stdin?.on("error", () => undefined).end(options.input ?? "");
    return finished(child);
  };
  const json: World["json"] = async (args, options) => documentOf(await run(args, options));
  return {
    temp,
    home,
    project,
    start,
    runProgram,
    run,
    json,
    data: async <Data>(args: readonly string[], options?: RunOptions) => {
      const result = await run(args, options);
      expect([result.exitCode, result.stderr]).toEqual([0, ""]);
      return documentOf(result).data as Data;
    },
    [Symbol.dispose]: () => temp[Symbol.dispose](),
  };
}
