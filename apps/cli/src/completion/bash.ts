import type { CommandSpec } from "../command.ts";
import { argumentWords, commandFlags, globalFlags } from "./flags.ts";
import type { Flag } from "./flags.ts";

const words = (flags: readonly Flag[]): string =>
  flags.flatMap(({ long, short }) => (short ? [long, short] : [long])).join(" ");

function valueCase(pattern: string, flag: Flag): string[] {
  if (flag.choices.length > 0) return [`    ${pattern}) values=(-W "${flag.choices.join(" ")}") ;;`];
  if (flag.takesPath) return [`    ${pattern}) values=(-f) ;;`];
  return flag.takesValue ? [`    ${pattern}) return ;;`] : [];
}

function commandCase(spec: CommandSpec): string {
  return `      ${spec.name}) values=(-W "${[...argumentWords(spec), words(commandFlags(spec))].join(" ")}") ;;`;
}

/** A completion script for bash. */
export function bashCompletion(commands: readonly CommandSpec[]): string {
  const names = commands.map(({ name }) => name);
  const own = commands.flatMap((spec) =>
    commandFlags(spec).flatMap((flag) => valueCase(`"${spec.name} ${flag.long}"`, flag)),
  );
  const before = globalFlags().flatMap((flag) => valueCase(`" ${flag.long}"`, flag));
  return `# bash completion for memorymaster
_memorymaster() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" word index
  local -a values=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in
      ${names.join("|")}) command="$word"; break ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${[...before, ...own].join("\n")}
  esac
  if ((\${#values[@]} == 0)); then
    case "$command" in
      "") values=(-W "${[...names, "help", words(globalFlags())].join(" ")}") ;;
${commands.map(commandCase).join("\n")}
    esac
  fi
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "\${values[@]}" -- "$current")
}
complete -o filenames -F _memorymaster memorymaster
`;
}
