import { resolveConfig } from "@memorymaster/runtime";
import type { ConfigEntry } from "@memorymaster/runtime";

import type { RunCommand } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";
import { runtimeOptions } from "../runtime-options.ts";
import { UsageError } from "../usage-error.ts";

function shown(value: unknown): string {
  if (value === null) return "(not set)";
  return typeof value === "string" ? cleanLine(value) : JSON.stringify(value);
}

function selected(entries: readonly ConfigEntry[], key: string | undefined): readonly ConfigEntry[] {
  if (key === undefined) return entries;
  const found = entries.filter((entry) => entry.key === key);
  if (found.length > 0) return found;
  throw new UsageError(`there is no setting '${key}': ${entries.map((entry) => entry.key).join(", ")}`);
}

export const config: RunCommand = async (context, input) => {
  const options = runtimeOptions(context);
  const resolved = resolveConfig(options);
  for (const warning of resolved.warnings) options.writeLog?.(`warning: ${warning}`);
  const entries = selected(resolved.entries, input.args[1]);
  return {
    data: entries,
    text: () =>
      entries.map(({ key, value, origin, name }) => `${key} = ${shown(value)}  (${origin}: ${name})`).join("\n"),
  };
};
