import { InvalidInputError } from "@memorymaster/core";
import type { OpenOptions } from "@memorymaster/runtime";

import type { GlobalOptions } from "./global-options.ts";
import type { Io } from "./io.ts";
import { write } from "./output/write.ts";

/** @throws InvalidInputError `input.invalid` when the folder was removed under the running shell */
function currentFolder(io: Io): string {
  try {
    return io.cwd();
  } catch {
    throw new InvalidInputError("input.invalid", "The current folder does not exist any more");
  }
}

/** What the runtime needs to know of this call. */
export function runtimeOptions({ io, globals }: { readonly io: Io; readonly globals: GlobalOptions }): OpenOptions {
  return {
    db: globals.db,
    stealth: globals.stealth,
    workspace: globals.workspace,
    config: globals.config,
    tenant: globals.tenant,
    logLevel: globals.logLevel,
    surface: "cli",
    env: io.env,
    cwd: currentFolder(io),
    writeLog: (line) => void write(io.stderr, `${line}\n`),
  };
}
