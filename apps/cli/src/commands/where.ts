import { describeSurroundings } from "@memorymaster/runtime";

import type { RunCommand } from "../command.ts";
import { runtimeOptions } from "../runtime-options.ts";

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(", ");
  if (value === null) return "(none)";
  return typeof value === "string" ? value : JSON.stringify(value);
};

export const where: RunCommand = async (context) => {
  const found = await describeSurroundings(runtimeOptions(context));
  const data = {
    db: found.database.path,
    db_reason: found.database.reason,
    exists: found.exists,
    workspace: found.workspace ?? null,
    project_scope: found.projectScope,
    scope_reason: found.scopeReason,
    read_scopes: found.readScopes,
    config_file: found.configFile ?? null,
  };
  return {
    data,
    text: () =>
      Object.entries(data)
        .map(([name, value]) => `${name}: ${shown(value)}`)
        .join("\n"),
  };
};
