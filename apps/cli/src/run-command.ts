import { performance } from "node:perf_hooks";

import type { MemoryMaster } from "@memorymaster/runtime";

import type { CommandContext, CommandInput, CommandSpec, Outcome } from "./command.ts";
import type { GlobalOptions } from "./global-options.ts";
import type { Io } from "./io.ts";
import { optionName } from "./option-spec.ts";
import { runtimeOptions } from "./runtime-options.ts";
import { COMMANDS } from "./table/commands.ts";
import { UsageError } from "./usage-error.ts";

export interface CommandCall {
  readonly spec: CommandSpec;
  readonly input: CommandInput;
  readonly globals: GlobalOptions;
}

export interface Finished {
  readonly outcome: Outcome;
  /** Time that the work took, without loading code and opening the database. */
  readonly queryMs: number;
}

/** A failure with the name of the database that it happened on. */
async function named(error: unknown, opened: readonly MemoryMaster[]): Promise<unknown> {
  const [master] = opened;
  if (master === undefined) return error;
  const { nameDatabase } = await import("@memorymaster/runtime");
  return nameDatabase(error, master.database.path);
}

/** What the process gives, with the variables that options of this call stand for. */
function withVariables(io: Io, spec: CommandSpec, { options }: CommandInput): Io {
  const given = (spec.options ?? []).flatMap((option) => {
    const value = options[optionName(option)];
    return option.variable !== undefined && typeof value === "string" ? [[option.variable, value] as const] : [];
  });
  return given.length === 0 ? io : { ...io, env: { ...io.env, ...Object.fromEntries(given) } };
}

/** Loads and runs one command; what it opened is closed whatever happens. */
export async function runCommand(process: Io, { spec, input, globals }: CommandCall): Promise<Finished> {
  const io = withVariables(process, spec, input);
  const opened: MemoryMaster[] = [];
  const run = await spec.load();
  let startedAt = performance.now();
  const context: CommandContext = {
    io,
    globals,
    commands: COMMANDS,
    open: async (access, db) => {
      const chosen = db === undefined ? globals : { ...globals, db, stealth: false };
      const options = runtimeOptions({ io, globals: chosen });
      const { openMemoryMaster } = await import("@memorymaster/runtime");
      const memory = await openMemoryMaster({ ...options, readOnly: access === "read", create: access === "create" });
      opened.push(memory);
      if (memory.database.path === ":memory:") {
        throw new UsageError("a database in memory would end with this command: name a file");
      }
      startedAt = performance.now();
      return memory;
    },
  };
  try {
    const outcome = await run(context, input);
    return { outcome, queryMs: performance.now() - startedAt };
  } catch (error) {
    throw await named(error, opened);
  } finally {
    for (const memory of opened) await memory.close();
  }
}
