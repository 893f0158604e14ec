import { userInfo } from "node:os";

import { textOption } from "./command-input.ts";
import type { CommandInput } from "./command.ts";
import type { OptionSpec } from "./option-spec.ts";

export const ACTOR_OPTION: OptionSpec = {
  flags: "--actor <name>",
  about: "who decides (default: the user of the system)",
};

/** Who decides: `--actor`, else the user of the operating system, who may have no name in a container. */
export function actorOption(input: CommandInput): string {
  const given = textOption(input, "actor");
  if (given !== undefined) return given;
  try {
    return userInfo().username;
  } catch {
    return "cli";
  }
}
