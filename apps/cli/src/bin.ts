import process from "node:process";

import type { Io } from "./io.ts";

/** Options that may stand before the command without a value of their own. */
const isVersionCall = (argv: readonly string[]): boolean =>
  argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V");

function processIo(): Io {
  const { stdout, stderr, env } = process;
  return {
    argv: process.argv.slice(2),
    env,
    cwd: () => process.cwd(),
    // Only on use: merely touching it opens the descriptor.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    onInterrupt: (stop) => {
      const handlers = (["SIGINT", "SIGTERM"] as const).map((signal) => [signal, (): void => stop(signal)] as const);
      // Once: a second signal ends the process at once, as it would have without us.
      for (const [signal, handler] of handlers) process.once(signal, handler);
      return () => {
        for (const [signal, handler] of handlers) process.off(signal, handler);
      };
    },
  };
}

if (isVersionCall(process.argv.slice(2))) {
  const { VERSION } = await import("./version.ts");
  process.stdout.write(`memorymaster ${VERSION}\n`);
} else {
  const { main } = await import("./main.ts");
  process.exitCode = await main(processIo());
}
