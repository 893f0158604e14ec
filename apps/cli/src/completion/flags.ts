import type { CommandSpec } from "../command.ts";
import { GLOBAL_OPTIONS, TEXT_OPTION } from "../global-options.ts";
import type { OptionSpec } from "../option-spec.ts";

/** An option as a shell sees it. */
export interface Flag {
  readonly long: string;
  readonly short: string | undefined;
  readonly about: string;
  readonly takesValue: boolean;
  /** Whether the value is a file or folder. */
  readonly takesPath: boolean;
  readonly choices: readonly string[];
}

const HELP: OptionSpec = { flags: "-h, --help", about: "show the help" };
const PATH_VALUES: ReadonlySet<string> = new Set(["file", "dir", "path|dsn"]);

function flagOf(spec: OptionSpec): Flag {
  const value = /<([^>]+)>/.exec(spec.flags)?.[1];
  return {
    long: /--[a-z-]+/.exec(spec.flags)?.[0] ?? "",
    short: /(?:^|\s)(-[A-Za-z])\b/.exec(spec.flags)?.[1],
    about: spec.about,
    takesValue: value !== undefined,
    takesPath: value !== undefined && PATH_VALUES.has(value),
    choices: spec.choices ?? [],
  };
}

/** Options that may stand before the command. */
export function globalFlags(): readonly Flag[] {
  return [...GLOBAL_OPTIONS, TEXT_OPTION, HELP].map(flagOf);
}

/** Options that may stand after a command: its own, then the global ones that it does not redefine. */
export function commandFlags(spec: CommandSpec): readonly Flag[] {
  const own = (spec.options ?? []).filter((option) => option.hidden !== true).map(flagOf);
  const taken = new Set(own.map(({ long }) => long));
  return [...own, ...[...GLOBAL_OPTIONS, HELP].map(flagOf).filter(({ long }) => !taken.has(long))];
}

/** Fixed words that a command takes as an argument. */
export function argumentWords(spec: CommandSpec): readonly string[] {
  return (spec.args ?? []).flatMap((argument) => argument.choices ?? []);
}

/** A text between single quotes of a POSIX shell or zsh. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
