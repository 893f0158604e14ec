import type { Readable, Writable } from "node:stream";

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "@memorymaster/core";

import { readMessage } from "./read-message.ts";
import type { Refusal } from "./read-message.ts";
import type { Line } from "./split-lines.ts";
import { createLineSplitter } from "./split-lines.ts";
import { createOpenRequests } from "./open-requests.ts";

export interface StdioTransport extends Transport {
  /** Resolves when every request that was read has been answered and the answers have been written. */
  answered(): Promise<void>;
}

/**
 * The protocol over two streams, one message a line. What is no message is answered as JSON-RPC asks, and the lines
 * after it are served: the SDK's own transport closes at a line that is too long and drops answers when its input ends.
 */
export function createStdioTransport(
  streams: { readonly input: Readable; readonly output: Writable },
  logger: Logger,
): StdioTransport {
  const { input, output } = streams;
  const lines = createLineSplitter();
  const requests = createOpenRequests();

  const write = (message: JSONRPCMessage | Refusal): Promise<void> =>
    new Promise((done) => {
      output.write(`${JSON.stringify(message)}\n`, () => {
        done();
      });
    });

  const receive = (line: Line): void => {
    const incoming = readMessage(line);
    if ("refusal" in incoming) {
      const { error } = incoming.refusal;
      logger.log("warning", "message refused", { code: error.code });
      void requests.during(write(incoming.refusal));
      return;
    }
    requests.read(incoming.message);
    transport.onmessage?.(incoming.message);
  };
  const onData = (chunk: Buffer): void => {
    for (const line of lines.push(chunk)) receive(line);
  };
  const onEnd = (): void => {
    for (const line of lines.end()) receive(line);
  };
  const onGone = (): void => {
    requests.forget();
  };

  const transport: StdioTransport = {
    start: async () => {
      input.on("data", onData).on("end", onEnd);
      output.on("error", onGone);
    },
    send: async (message) => {
      await requests.during(write(message));
      requests.answer(message);
    },
    close: async () => {
      input.off("data", onData).off("end", onEnd).pause();
      transport.onclose?.();
    },
    answered: () => requests.none(),
  };
  return transport;
}
