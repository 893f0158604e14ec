import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { installCommitHook } from "@memorymaster/runtime";
import type { HookReport } from "@memorymaster/runtime";

import type { RunCommand } from "../command.ts";
import type { Io } from "../io.ts";
import { runtimeOptions } from "../runtime-options.ts";

const NOT_ON_PATH = "memorymaster is not on the PATH: until it is, the hook does nothing";

function isOnPath({ env }: Io): boolean {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => ["", ".cmd"].some((suffix) => existsSync(join(folder, `memorymaster${suffix}`))));
}

function describe({ installed, appended, path, reason }: HookReport): string {
  const what = installed ? (appended ? "installed" : "was there already") : "not installed";
  return [`${what}: ${path}`, ...(reason === undefined ? [] : [reason])].join("\n");
}

export const installHook: RunCommand = async (context) => {
  const made = await installCommitHook(runtimeOptions(context));
  const report = made.installed && !isOnPath(context.io) ? { ...made, reason: NOT_ON_PATH } : made;
  return {
    data: report,
    text: () => describe(report),
    ...(!report.installed && { failure: { code: "CHECK_FAILED", message: "The hook was not installed" } }),
  };
};
