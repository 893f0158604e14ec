import type { RunCommand } from "../command.ts";
import { switchOption, textOption } from "../command-input.ts";
import { UsageError } from "../usage-error.ts";
import { ingestFile } from "./ingest-file.ts";
import { ingestOne } from "./ingest-one.ts";

/** Options that go with a file; all others describe one claim. */
const FILE_OPTIONS: ReadonlySet<string> = new Set(["input", "redact", "verbose"]);

const optionName = (attribute: string): string =>
  `--${attribute.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`;

export const ingest: RunCommand = async (context, input) => {
  const file = textOption(input, "input");
  const text = textOption(input, "text");
  if (file === undefined) {
    if (text === undefined) throw new UsageError("required option '--text <text>' or '--input <file>' not given");
    if (switchOption(input, "verbose")) throw new UsageError("option '--verbose' goes with '--input <file>'");
    return ingestOne(context, input, text);
  }
  const foreign = Object.keys(input.options).find((name) => !FILE_OPTIONS.has(name));
  if (foreign !== undefined) {
    throw new UsageError(`option '${optionName(foreign)}' cannot be used with '--input <file>': the lines say it`);
  }
  return ingestFile(context, input, file);
};
