import type { MemoryMaster } from "@memorymaster/runtime";

import type { GlobalOptions } from "./global-options.ts";
import type { Io } from "./io.ts";
import type { OptionSpec } from "./option-spec.ts";
import type { Paint } from "./output/paint.ts";

export interface ArgumentSpec {
  readonly name: string;
  readonly about: string;
  readonly optional?: boolean;
  /** One or more values; the last argument only. */
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
}

export interface ExampleSpec {
  readonly does: string;
  /** Arguments after the program's name. */
  readonly run: string;
}

/** One command: what the parser, the help, the shell completion and the documentation are made from. */
export interface CommandSpec {
  readonly name: string;
  readonly about: string;
  /** Further paragraphs of the help. */
  readonly details?: string;
  readonly args?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  readonly examples: readonly ExampleSpec[];
  /** The product is a document, perhaps with some options only: printed as it is, piped too; only `--json` wraps it. */
  readonly document?: boolean | ((options: CommandInput["options"]) => boolean);
  /** Loads the code; nothing of a command is read before it is called. */
  readonly load: () => Promise<RunCommand>;
}

/** Arguments and options of one call, checked against the table. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** What a database is opened for: `create` may make a new one, the others fail when there is none. */
export type Access = "read" | "write" | "create";

export interface CommandContext {
  readonly io: Io;
  readonly globals: GlobalOptions;
  /** All commands there are. */
  readonly commands: readonly CommandSpec[];
  /** Opens the database that options and surroundings choose, or the named one. It is closed when the command ends. */
  readonly open: (access: Access, db?: string) => Promise<MemoryMaster>;
}

/** Why a command that ran was in vain, wholly or in part. */
export type FailureCode = "PARTIAL" | "CHECK_FAILED" | "NOT_CONFIRMED" | "SENSITIVE_INPUT" | "VALIDATION_ERROR";

/** Whether a call prints a document. */
export function printsDocument({ document = false }: CommandSpec, { options }: CommandInput): boolean {
  return typeof document === "boolean" ? document : document(options);
}

/** What came out of a command; printed in one place as text or as the JSON envelope. */
export interface Outcome {
  /** Payload of the envelope: JSON values in the names of the wire. */
  readonly data: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The document has been written to stdout already, as it came. */
  readonly isWritten?: boolean;
  /** For people, or the document itself; without a final line break. */
  readonly text: (paint: Paint) => string;
  /** The command ran, but its subject failed, wholly or in part. Exit code 1 unless `exit` says otherwise. */
  readonly failure?: { readonly code: FailureCode; readonly message: string };
  readonly exit?: number;
}

export type RunCommand = (context: CommandContext, input: CommandInput) => Promise<Outcome>;
