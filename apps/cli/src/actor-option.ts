import { userInfo } from "node:os";

import type { Authority } from "@memorymaster/core";

import { textOption } from "./command-input.ts";
import type { CommandInput } from "./command.ts";
import type { OptionSpec } from "./option-spec.ts";

export const ACTOR_OPTION: OptionSpec = {
  flags: "--actor <name>",
  about: "who decides (default: the user of the system; in a team its principal)",
};

/** Who decides: `--actor`, else the named caller, else the user of the system, who may have no name in a container. */
export function actorOption(input: CommandInput, { principal }: Authority): string {
  const given = textOption(input, "actor") ?? principal;
  if (given !== undefined) return given;
  try {
    return userInfo().username;
  } catch {
    return "cli";
  }
}
