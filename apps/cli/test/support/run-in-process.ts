import { Readable, Writable } from "node:stream";

import { main } from "../../src/main.ts";
import type { Finished } from "./finished.ts";

/** Collects what is written, as a stream that is no terminal. */
function collector(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}

export interface CallParts {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string | Uint8Array;
}

/** Runs a command line as the program does, without a process of its own. */
export async function runInProcess(argv: readonly string[], { cwd, env, input }: CallParts): Promise<Finished> {
  const [stdout, stderr] = [collector(), collector()];
  const exitCode = await main({
    argv,
    env,
    cwd: () => cwd,
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)], { objectMode: false }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    onInterrupt: () => () => undefined,
  });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}
