import { argument } from "../command-input.ts";
import type { CommandSpec, RunCommand } from "../command.ts";
import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { zshCompletion } from "../completion/zsh.ts";

const SCRIPTS: Readonly<Record<string, (commands: readonly CommandSpec[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export const completion: RunCommand = async (context, input) => {
  const shell = argument(input, 0);
  const script = SCRIPTS[shell]?.(context.commands) ?? "";
  return { data: { shell, script }, text: () => script };
};
