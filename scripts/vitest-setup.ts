import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect } from "vitest";

/** Printing from a test or from tested code is a failure: a server on stdio may write nothing but protocol. */
const METHODS = ["debug", "dir", "error", "info", "log", "table", "trace", "warn"] as const;

for (const method of METHODS) {
  console[method] = (...parts: unknown[]): never => {
    const text = parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" ");
    throw new TypeError(`console.${method} was called in a test: ${text}`);
  };
}

/** What a test file must have closed when it ends: servers, connections, child processes, file watchers. */
const LASTING = new Set(["TCPServerWrap", "TCPSocketWrap", "ProcessWrap", "FSEventWrap", "StatWatcher", "UDPWrap"]);
const CLOSING_STEPS = 100;
const CLOSING_STEP_MS = 20;
const openAtStart = openHandles();

/** Registered before every hook of the file itself, so it runs after all of them. */
afterAll(async () => {
  // Closing takes some turns of the event loop; only a file that leaves something open waits for the whole time.
  for (let step = 0; step < CLOSING_STEPS && leftOpen().length > 0; step += 1) await sleep(CLOSING_STEP_MS);
  expect(leftOpen(), "handles left open by this test file").toEqual([]);
});

function openHandles(): string[] {
  return process.getActiveResourcesInfo().filter((type) => LASTING.has(type));
}

/** Kinds of handles of which more are open than before the file ran. */
function leftOpen(): string[] {
  const open = openHandles();
  const count = (list: readonly string[], type: string): number => list.filter((entry) => entry === type).length;
  return [...new Set(open)].filter((type) => count(open, type) > count(openAtStart, type));
}
