import type { Io, Output } from "../io.ts";

/** Writes all of it and waits until the system has taken it, or never will. */
export function write(stream: Output, text: string): Promise<void> {
  return new Promise((done) => {
    stream.write(text, () => done());
  });
}

/** A reader that has gone away (`| head`) has all it wanted; what else goes wrong on a stream the user must know. */
const IS_GONE: ReadonlySet<unknown> = new Set(["EPIPE", "EOF"]);

export interface OutputFaults {
  /** What kept an output from being written; `undefined` when nothing did. */
  first(): NodeJS.ErrnoException | undefined;
}

/** Keeps the failure of an output from ending the process on the spot, and remembers it. */
export function watchOutputs(io: Io): OutputFaults {
  let fault: NodeJS.ErrnoException | undefined;
  for (const stream of [io.stdout, io.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (!IS_GONE.has(error.code)) fault ??= error;
    });
  }
  return { first: () => fault };
}
