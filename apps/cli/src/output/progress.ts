import type { Io } from "../io.ts";

const WIDTH = 24;

/** A line on stderr that follows a long run; on anything but a terminal it shows nothing. */
export interface Progress {
  /** `share` of the work that is done, 0..1; absent when the end is not known. */
  readonly show: (done: number, share: number | undefined) => void;
  /** Wipes the line. */
  readonly end: () => void;
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
  return `[${"#".repeat(full)}${" ".repeat(WIDTH - full)}] ${String(Math.floor(share * 100)).padStart(3)} %  `;
}

export function createProgress(io: Io, noun: string): Progress {
  if (!io.stderr.isTTY) return { show: () => undefined, end: () => undefined };
  return {
    show: (done, share) => {
      io.stderr.write(`\r\u001b[K${share === undefined ? "" : bar(share)}${done} ${noun}`);
    },
    end: () => {
      io.stderr.write("\r\u001b[K");
    },
  };
}
