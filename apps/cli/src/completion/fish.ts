import type { CommandSpec } from "../command.ts";
import { argumentWords, commandFlags, globalFlags } from "./flags.ts";
import type { Flag } from "./flags.ts";

/** Inside single quotes fish knows two escapes: of the quote and of the backslash. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, (sign) => `\\${sign}`)}'`;

function flagLine(condition: string, flag: Flag): string {
  const short = flag.short === undefined ? "" : ` -s ${flag.short.slice(1)}`;
  const values = flag.choices.length > 0 ? ` -xa ${quoted(flag.choices.join(" "))}` : flag.takesPath ? " -rF" : " -x";
  const value = flag.takesValue ? values : "";
  return `complete -c memorymaster -n ${quoted(condition)}${short} -l ${flag.long.slice(2)}${value} -d ${quoted(flag.about)}`;
}

function commandLines(spec: CommandSpec): string[] {
  const seen = `__fish_seen_subcommand_from ${spec.name}`;
  const fixed = argumentWords(spec);
  return [
    `complete -c memorymaster -n __fish_use_subcommand -a ${spec.name} -d ${quoted(spec.about)}`,
    ...(fixed.length === 0 ? [] : [`complete -c memorymaster -n ${quoted(seen)} -a ${quoted(fixed.join(" "))}`]),
    ...commandFlags(spec).map((flag) => flagLine(seen, flag)),
  ];
}

/** A completion script for fish. */
export function fishCompletion(commands: readonly CommandSpec[]): string {
  const lines = [
    "# fish completion for memorymaster",
    "complete -c memorymaster -f",
    ...globalFlags().map((flag) => flagLine("__fish_use_subcommand", flag)),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join("\n")}\n`;
}
