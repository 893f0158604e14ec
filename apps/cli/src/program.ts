import { Command, CommanderError, InvalidArgumentError, Option, Argument } from "commander";

import type { ArgumentSpec, CommandInput, CommandSpec } from "./command.ts";
import { GLOBAL_OPTIONS, joinGlobalOptions, TEXT_OPTION } from "./global-options.ts";
import type { GlobalOptions } from "./global-options.ts";
import type { OptionKind, OptionSpec } from "./option-spec.ts";
import { COMMANDS } from "./table/commands.ts";

/** What a command line asks for. */
export type Invocation =
  | { readonly kind: "run"; readonly spec: CommandSpec; readonly input: CommandInput; readonly globals: GlobalOptions }
  | { readonly kind: "version"; readonly globals: GlobalOptions }
  | { readonly kind: "help"; readonly text: string }
  | UsageFault;

/** A command line that makes no sense. */
export interface UsageFault {
  readonly kind: "usage";
  readonly message: string;
  readonly globals: GlobalOptions;
  /** Whether the command called prints a document. */
  readonly document: boolean;
  /** Shown to people before the message, when there was no command to say anything about. */
  readonly help?: string;
}

function parseCount(text: string): number {
  const value = /^\+?\d{1,15}$/.test(text.trim()) ? Number(text) : 0;
  if (value < 1) throw new InvalidArgumentError("It must be a whole number of at least 1.");
  return value;
}

function parseNumber(text: string): number {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const PARSERS: Readonly<Record<Exclude<OptionKind, "text">, (text: string, before: unknown) => unknown>> = {
  count: parseCount,
  number: parseNumber,
  list: splitList,
  repeat: (text, before) => [...(Array.isArray(before) ? (before as string[]) : []), text],
};

function optionOf(spec: OptionSpec, hidden = spec.hidden === true): Option {
  const option = new Option(spec.flags, spec.about);
  if (spec.kind !== undefined && spec.kind !== "text") option.argParser(PARSERS[spec.kind]);
  if (spec.choices !== undefined) option.choices(spec.choices);
  return hidden ? option.hideHelp() : option;
}

function argumentOf(spec: ArgumentSpec): Argument {
  const name = spec.variadic === true ? `${spec.name}...` : spec.name;
  const argument = new Argument(spec.optional === true ? `[${name}]` : `<${name}>`, spec.about);
  return spec.choices === undefined ? argument : argument.choices(spec.choices);
}

function helpTail(spec: CommandSpec): string {
  const examples = spec.examples.map(({ does, run }) => `  # ${does}\n  memorymaster ${run}`);
  return `\nExamples:\n${examples.join("\n")}`;
}

const longFlag = (spec: OptionSpec): string => /--[a-z-]+/.exec(spec.flags)?.[0] ?? spec.flags;

/** Values that stand on the command line; defaults of the parser do not count. */
function givenOptions(command: Command): Record<string, unknown> {
  const names = command.options.map((option) => option.attributeName());
  const given = names.filter((name) => command.getOptionValueSource(name) === "cli");
  return Object.fromEntries(given.map((name) => [name, command.getOptionValue(name) as unknown]));
}

function split(
  given: Record<string, unknown>,
  own: ReadonlySet<string>,
): readonly [CommandInput["options"], CommandInput["options"]] {
  const entries = Object.entries(given);
  return [
    Object.fromEntries(entries.filter(([name]) => own.has(name))),
    Object.fromEntries(entries.filter(([name]) => !own.has(name))),
  ];
}

function addCommand(program: Command, spec: CommandSpec, chosen: (invocation: Invocation) => void): void {
  const command = program
    .command(spec.name)
    .summary(spec.about)
    .description([spec.about, spec.details].join("\n\n").trim());
  for (const argument of spec.args ?? []) command.addArgument(argumentOf(argument));
  const own = (spec.options ?? []).map((option) => optionOf(option));
  for (const option of own) command.addOption(option);
  const taken = new Set((spec.options ?? []).map(longFlag));
  for (const option of GLOBAL_OPTIONS) if (!taken.has(longFlag(option))) command.addOption(optionOf(option, true));
  command.addHelpText("after", helpTail(spec));
  const ownNames = new Set(own.map((option) => option.attributeName()));
  command.action(() => {
    const [options, after] = split(givenOptions(command), ownNames);
    const globals = joinGlobalOptions(givenOptions(program), after);
    if (after["version"] === true) chosen({ kind: "version", globals });
    else chosen({ kind: "run", spec, input: { args: command.args, options }, globals });
  });
}

const ABOUT = `Memory reliability for AI coding agents: claims with evidence, recalled within a token budget.`;

/** Enough to begin with, under the list of commands. */
const FIRST_STEPS = `
First steps:
  # what this folder would use, and why
  memorymaster where
  # store a fact with its evidence
  memorymaster ingest --text "The staging API listens on port 7443" --source "docs/ops.md|L12"
  # ask
  memorymaster query "which port does staging use"

memorymaster COMMAND --help explains a command and shows examples.
Piped, every command prints one JSON document; context and completion print their text.
Exit codes: 0 done, 1 the subject failed (not found, conflict, secret refused), 2 wrong call or no database.`;

function buildProgram(out: string[], chosen: (invocation: Invocation) => void): Command {
  const program = new Command("memorymaster")
    .description(ABOUT)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: (text) => void out.push(text), writeErr: () => undefined })
    .configureHelp({ showGlobalOptions: true })
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .usage("[global options] <command> [options]");
  for (const option of [...GLOBAL_OPTIONS, TEXT_OPTION]) program.addOption(optionOf(option));
  for (const spec of COMMANDS) addCommand(program, spec, chosen);
  program.addHelpText("after", FIRST_STEPS);
  return program;
}

/** What stands before `--`: only that can be an option. */
function beforeTerminator(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

/** Output options of a command line that could not be parsed, as well as they can be told. */
function globalsOfBroken(argv: readonly string[], before: Record<string, unknown>): GlobalOptions {
  const words = beforeTerminator(argv);
  const named = words.map((word, index) =>
    word === "--output-format" ? words[index + 1] : /^--output-format=(.*)$/.exec(word)?.[1],
  );
  return joinGlobalOptions(before, {
    outputFormat: named.findLast((format) => format !== undefined),
    json: words.includes("--json") || words.includes("-j"),
    color: !words.includes("--no-color"),
  });
}

function usageMessage(error: CommanderError, called: CommandSpec | undefined): string {
  const plain = error.message.replace(/^error: /, "").replace("command-argument value", "argument");
  const reason = plain.replaceAll("\n", " ").trim().replace(/\.$/, "");
  const help = called === undefined ? "memorymaster --help" : `memorymaster ${called.name} --help`;
  const takesText = error.code === "commander.unknownOption" && called?.args?.some(({ name }) => name === "text");
  const dash = takesText === true ? "put -- before a text that begins with a dash; " : "";
  return `${reason}; ${dash}see ${help}`;
}

function explainFailure(error: CommanderError, program: Command, argv: readonly string[]): Invocation {
  const before = givenOptions(program);
  const globals = globalsOfBroken(argv, before);
  const called = COMMANDS.find(({ name }) => name === program.args[0]);
  if (before["version"] === true) return { kind: "version", globals };
  if (error.code === "commander.help") {
    const help = program.helpInformation();
    const [, unknown] = program.args;
    const reason = unknown === undefined ? "no command given" : `unknown command '${unknown}'`;
    return { kind: "usage", message: `${reason}; see memorymaster --help`, globals, document: false, help };
  }
  return {
    kind: "usage",
    message: usageMessage(error, called),
    globals,
    document: (called?.document ?? false) !== false,
  };
}

/** Reads a command line. Runs and prints nothing. */
export function parseCommandLine(argv: readonly string[]): Invocation {
  const help: string[] = [];
  let chosen: Invocation | undefined;
  const program = buildProgram(help, (invocation) => {
    chosen = invocation;
  });
  try {
    program.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "help", text: help.join("").trimEnd() };
    return explainFailure(error, program, argv);
  }
  return chosen ?? explainFailure(new CommanderError(2, "commander.help", ""), program, argv);
}
