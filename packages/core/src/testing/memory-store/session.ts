import { AsyncLocalStorage } from "node:async_hooks";

import { StoreError } from "../../errors/errors.ts";
import { copyTables, emptyTables } from "./tables.ts";
import type { Tables } from "./tables.ts";

/** Access to the tables: reads see what is committed, or what the transaction of their own flow has written. */
export interface Session {
  read(): Tables;
  isInTransaction(): boolean;
  /** Runs one statement; when it throws, nothing of it stays. */
  write<T>(statement: (tables: Tables) => T): Promise<T>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A transaction or savepoint with its own copy of the tables. The outermost frame holds what is committed. */
interface Frame {
  tables: Tables;
  isOpen: boolean;
  /** Ends when the last writer in line has finished: one writer at a time within each frame. */
  queue: Promise<void>;
}

const newFrame = (tables: Tables): Frame => ({ tables, isOpen: true, queue: Promise.resolve() });

/** Waits for its turn and returns what ends it. */
async function takeTurn(frame: Frame): Promise<() => void> {
  const before = frame.queue;
  let endTurn = (): void => undefined;
  frame.queue = new Promise((resolve) => {
    endTurn = resolve;
  });
  await before;
  return endTurn;
}

export function createSession(): Session {
  const committed = newFrame(emptyTables());
  const flow = new AsyncLocalStorage<Frame>();

  function openFrame(): Frame {
    const frame = flow.getStore() ?? committed;
    if (frame.isOpen) return frame;
    throw new StoreError("store.unavailable", "The store is closed, or the transaction of this call has ended");
  }

  async function transaction<T>(work: () => Promise<T>): Promise<T> {
    const outer = openFrame();
    const endTurn = await takeTurn(outer);
    try {
      openFrame();
      const inner = newFrame(copyTables(outer.tables));
      const result = await flow.run(inner, work).finally(() => {
        inner.isOpen = false;
      });
      outer.tables = inner.tables;
      return result;
    } finally {
      endTurn();
    }
  }

  return {
    read: () => openFrame().tables,
    isInTransaction: () => flow.getStore() !== undefined,
    write: (statement) => transaction(async () => statement(openFrame().tables)),
    transaction,
    close: async () => {
      if (flow.getStore() !== undefined) {
        throw new StoreError("store.unavailable", "A transaction cannot close its own store");
      }
      committed.isOpen = false;
      const endTurn = await takeTurn(committed);
      endTurn();
    },
  };
}
