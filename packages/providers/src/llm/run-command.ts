import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

export interface CommandCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string;
  /** Where it runs; must exist. */
  readonly folder: string;
  /** All that it gets of an environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Absent = killed. */
  readonly code: number | undefined;
  /** It wrote more than 1 MiB and was stopped. */
  readonly isFlood: boolean;
}

const MAX_OUTPUT_BYTES = 1024 * 1024;

type Program = ChildProcessByStdio<Writable, Readable, Readable>;

/** Ends a program and, where the system knows groups of processes, all that it has started. */
function end(program: Program): void {
  if (program.pid === undefined) return;
  try {
    if (process.platform === "win32") program.kill("SIGKILL");
    else process.kill(-program.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * Runs a program without a shell or a window and gives it the input; it and its children end with the signal.
 *
 * @throws the system's error when it cannot be started
 */
export async function runCommand(call: CommandCall): Promise<CommandResult> {
  call.signal.throwIfAborted();
  const program: Program = spawn(call.program, call.args, {
    cwd: call.folder,
    env: { ...call.environment },
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
    detached: process.platform !== "win32",
  });
  const stop = (): void => end(program);
  call.signal.addEventListener("abort", stop);
  try {
    let isFlood = false;
    const collect = (stream: Readable): (() => string) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      stream.on("data", (piece: Buffer) => {
        bytes += piece.byteLength;
        if (bytes <= MAX_OUTPUT_BYTES) pieces.push(piece);
        else if (!isFlood) {
          isFlood = true;
          stop();
        }
      });
      return () => Buffer.concat(pieces).toString("utf8");
    };
    const [stdout, stderr] = [collect(program.stdout), collect(program.stderr)];
    // A program that ends without reading closes the pipe.
    program.stdin.on("error", () => undefined).end(call.input);
    const [code] = (await once(program, "close")) as [number | null];
    return { stdout: stdout(), stderr: stderr(), code: code ?? undefined, isFlood };
  } finally {
    call.signal.removeEventListener("abort", stop);
  }
}
