import { createInterface } from "node:readline";

import type { Io } from "../io.ts";

/** Asks the person at the terminal; without one the answer is no. */
export function confirm(io: Io, question: string): Promise<boolean> {
  const input: NodeJS.ReadableStream & { readonly isTTY?: boolean } = io.stdin;
  if (input.isTTY !== true || io.stderr.isTTY !== true) return Promise.resolve(false);
  const lines = createInterface({ input, output: io.stderr });
  return new Promise((resolve) => {
    // Ctrl-C and Ctrl-D close it; after an answer this comes too late.
    lines.once("close", () => resolve(false));
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(/^\s*y(?:es)?\s*$/i.test(answer));
      lines.close();
    });
  });
}
