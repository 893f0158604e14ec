import type { Readable, Writable } from "node:stream";

import type { Environment } from "@memorymaster/runtime";

/** A stream to print on. */
export type Output = Writable & { readonly isTTY?: boolean };

/** What a run takes from the process that carries it. */
export interface Io {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: () => string;
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Calls back on SIGINT and SIGTERM, once each, instead of ending the process; returns how to stop listening. */
  readonly onInterrupt: (stop: (signal: "SIGINT" | "SIGTERM") => void) => () => void;
}
