import { LOG_LEVELS } from "@memorymaster/core";
import type { LogLevel } from "@memorymaster/core";

import type { OptionSpec } from "./option-spec.ts";

const OUTPUT_FORMATS = ["text", "json"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Options that every command takes, as given by the caller. */
export interface GlobalOptions {
  /** Absent = text on a terminal, JSON elsewhere. */
  readonly format: OutputFormat | undefined;
  readonly db: string | undefined;
  readonly workspace: string | undefined;
  readonly stealth: boolean;
  readonly tenant: string | undefined;
  readonly config: string | undefined;
  readonly logLevel: LogLevel | undefined;
  readonly color: boolean;
}

/** Accepted before and after the command. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { flags: "-j, --json", about: "print one JSON document" },
  { flags: "--output-format <format>", about: "the same as --text or --json", choices: OUTPUT_FORMATS },
  { flags: "--db <path|dsn>", about: "database file (default: see memorymaster where)" },
  { flags: "--workspace <dir>", about: "folder of the project (default: MEMORYMASTER_WORKSPACE, then .)" },
  { flags: "--stealth", about: "use .memorymaster-stealth.db in the current folder" },
  { flags: "--tenant <id>", about: "see and write only claims of this tenant" },
  { flags: "--config <file>", about: "JSON configuration (default: MEMORYMASTER_CONFIG_FILE)" },
  { flags: "--log-level <level>", about: "what is logged on stderr (default: warning)", choices: LOG_LEVELS },
  { flags: "--no-color", about: "no colours (so does NO_COLOR)" },
  { flags: "-V, --version", about: "print the version" },
];

/** Accepted before the command only, since some commands have an option of that name. */
export const TEXT_OPTION: OptionSpec = { flags: "--text", about: "print text also when stdout is not a terminal" };

/** Values as the parser gives them, by option name in camel case. */
type Given = Readonly<Record<string, unknown>>;

function formatOf(given: Given): OutputFormat | undefined {
  const named = OUTPUT_FORMATS.find((format) => format === given["outputFormat"]);
  if (named !== undefined) return named;
  if (given["json"] === true) return "json";
  return given["text"] === true ? "text" : undefined;
}

function textOf(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === "string" ? value : undefined;
}

/** Joins what was given before the command and after it; after it wins. */
export function joinGlobalOptions(before: Given, after: Given): GlobalOptions {
  const given = { ...before, ...after };
  return {
    format: formatOf(after) ?? formatOf(before),
    db: textOf(given, "db"),
    workspace: textOf(given, "workspace"),
    stealth: given["stealth"] === true,
    tenant: textOf(given, "tenant"),
    config: textOf(given, "config"),
    logLevel: LOG_LEVELS.find((level) => level === given["logLevel"]),
    color: given["color"] !== false,
  };
}
