import { describeStealth } from "@memorymaster/runtime";

import type { RunCommand } from "../command.ts";
import { runtimeOptions } from "../runtime-options.ts";

export const stealthStatus: RunCommand = async (context) => {
  const found = await describeStealth(runtimeOptions(context));
  const data = {
    stealth_active: found.active,
    stealth_db_exists: found.exists,
    stealth_db_path: found.path,
    effective_db: found.effective,
    gitignore_hint: found.gitignoreHint ?? null,
  };
  const hint = found.gitignoreHint === undefined ? [] : [`add to .gitignore: ${found.gitignoreHint}`];
  return {
    data,
    text: () =>
      [
        `stealth: ${found.active ? "on" : "off"}`,
        `stealth database: ${found.path}${found.exists ? "" : " (does not exist)"}`,
        `database in use: ${found.effective}`,
        ...hint,
      ].join("\n"),
  };
};
