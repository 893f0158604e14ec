import { isJSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** Requests that were read and not answered yet, and answers that are being written. */
export interface OpenRequests {
  read(message: JSONRPCMessage): void;
  answer(message: JSONRPCMessage): void;
  /** Counts a write until it is done. */
  during(write: Promise<void>): Promise<void>;
  /** The client is gone: nobody waits any more. */
  forget(): void;
  /** Resolves when there are none. */
  none(): Promise<void>;
}

type Cancellation = { readonly method: string; readonly params?: { readonly requestId?: unknown } };

/** A cancelled request gets no answer. */
function cancelledId(message: JSONRPCMessage): unknown {
  const { method, params } = message as Cancellation;
  return method === "notifications/cancelled" ? params?.requestId : undefined;
}

export function createOpenRequests(): OpenRequests {
  const open = new Set<unknown>();
  let waiting: (() => void)[] = [];
  let isGone = false;

  const settle = (): void => {
    if (!isGone && open.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const close = (id: unknown): void => {
    if (open.delete(id)) settle();
  };

  return {
    read(message) {
      if (isJSONRPCRequest(message)) open.add(message.id);
      close(cancelledId(message));
    },
    answer(message) {
      if (!("method" in message) && "id" in message) close(message.id);
    },
    async during(write) {
      open.add(write);
      await write;
      close(write);
    },
    forget() {
      isGone = true;
      settle();
    },
    none: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        settle();
      }),
  };
}
