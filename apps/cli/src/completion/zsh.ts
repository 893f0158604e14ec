import type { CommandSpec } from "../command.ts";
import { argumentWords, commandFlags, globalFlags, singleQuoted } from "./flags.ts";
import type { Flag } from "./flags.ts";

/** Signs with a meaning of their own in the descriptions of `_arguments`. */
const described = (text: string): string => text.replace(/[\\:[\]]/g, (sign) => `\\${sign}`);

function valuePart(flag: Flag): string {
  if (!flag.takesValue) return "";
  const name = flag.long.slice(2);
  if (flag.choices.length > 0) return `:${name}:(${flag.choices.join(" ")})`;
  return flag.takesPath ? `:${name}:_files` : `:${name}: `;
}

function flagSpecs(flags: readonly Flag[]): string[] {
  return flags.flatMap((flag) =>
    [flag.long, ...(flag.short === undefined ? [] : [flag.short])].map((name) =>
      singleQuoted(`*${name}[${described(flag.about)}]${valuePart(flag)}`),
    ),
  );
}

function commandCase(spec: CommandSpec): string {
  const fixed = argumentWords(spec);
  const rest = fixed.length === 0 ? "'*: :'" : singleQuoted(`*: :(${fixed.join(" ")})`);
  return `    ${spec.name}) _arguments ${[...flagSpecs(commandFlags(spec)), rest].join(" ")} ;;`;
}

/** A completion script for zsh: for a folder of `$fpath`, or to be sourced. */
export function zshCompletion(commands: readonly CommandSpec[]): string {
  const list = commands.map((spec) => `    ${singleQuoted(`${spec.name}:${spec.about.replaceAll(":", "\\:")}`)}`);
  return `#compdef memorymaster
_memorymaster() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${list.join("\n")}
  )
  _arguments -C ${flagSpecs(globalFlags()).join(" ")} '1: :->command' '*:: :->rest'
  case "$state" in
    command) _describe -t commands command commands ;;
    rest) case "$words[1]" in
${commands.map(commandCase).join("\n")}
    esac ;;
  esac
}
if [[ "$funcstack[1]" == "_memorymaster" ]]; then
  _memorymaster "$@"
else
  compdef _memorymaster memorymaster
fi
`;
}
