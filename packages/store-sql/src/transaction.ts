import { AsyncLocalStorage } from "node:async_hooks";

import { StoreError } from "@memorymaster/core";
import type { TransactionOptions } from "@memorymaster/core";
import { CompiledQuery } from "kysely";
import type { Kysely } from "kysely";
import { pinConnection } from "./prepare.ts";
import type { Schema } from "./schema.ts";

/** Access to the database for the present asynchronous flow. */
export interface Session {
  /**
   * The transaction that this flow is in, else the database itself.
   *
   * @throws StoreError `store.unavailable` when the store is closed, or the flow's transaction has ended
   */
  readonly db: () => Kysely<Schema>;
  /**
   * Runs statements in the flow's transaction, else in one of their own. In the flow's, what a failing statement has
   * not undone itself stays: only the first statement may fail in a way that a caller could go on after.
   */
  readonly write: <T>(work: Work<T>) => Promise<T>;
  /** Runs work as a whole: a transaction, or a savepoint in the flow's. */
  readonly transaction: <T>(work: Work<T>, options?: TransactionOptions) => Promise<T>;
  /** Runs reads that see one state of the database, and keep no writer waiting. */
  readonly snapshot: <T>(work: Work<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

type Work<T> = (db: Kysely<Schema>) => Promise<T>;

/** A transaction or savepoint. */
interface Frame {
  readonly db: Kysely<Schema>;
  /** 0 = the transaction, 1 = a savepoint in it, … */
  readonly depth: number;
  isOpen: boolean;
  /** Ends when the last writer in line has ended. */
  queue: Promise<void>;
}

type Flow = AsyncLocalStorage<Frame>;

const newFrame = (db: Kysely<Schema>, depth: number): Frame => ({ db, depth, isOpen: true, queue: Promise.resolve() });

function ended(): StoreError {
  return new StoreError("store.unavailable", "The store is closed, or the transaction of this call has ended");
}

/** Writers of one transaction take turns: chained events and savepoints must not overlap. */
async function inTurn<T>(frame: Frame, work: () => Promise<T>): Promise<T> {
  const before = frame.queue;
  let endTurn = (): void => undefined;
  frame.queue = new Promise((resolve) => {
    endTurn = resolve;
  });
  await before;
  try {
    if (!frame.isOpen) throw ended();
    return await work();
  } finally {
    endTurn();
  }
}

async function runFrame<T>(flow: Flow, frame: Frame, work: Work<T>): Promise<T> {
  try {
    return await flow.run(frame, work, frame.db);
  } finally {
    frame.isOpen = false;
  }
}

const run = (db: Kysely<Schema>, statement: string): Promise<unknown> => db.executeQuery(CompiledQuery.raw(statement));

/** Some failures, like a full disk, have ended the whole transaction already; the failure itself is what matters. */
async function undo(db: Kysely<Schema>, name: string): Promise<void> {
  await run(db, `rollback to ${name}`)
    .then(() => run(db, `release ${name}`))
    .catch(() => undefined);
}

async function savepoint<T>(flow: Flow, outer: Frame, work: Work<T>): Promise<T> {
  const name = `nested_${outer.depth}`;
  await run(outer.db, `savepoint ${name}`);
  try {
    const result = await runFrame(flow, newFrame(outer.db, outer.depth + 1), work);
    await run(outer.db, `release ${name}`);
    return result;
  } catch (error) {
    await undo(outer.db, name);
    throw error;
  }
}

export interface SessionOptions {
  /** Whether every write throws StoreError `store.read_only`. */
  readonly readOnly: boolean;
  /** Called as the first thing in every transaction; what it throws ends it. */
  readonly checkSchema?: ((db: Kysely<Schema>) => Promise<void>) | undefined;
  /** Whether a statement that fails ends its transaction, where no savepoint stands before it. Default false. */
  readonly failureEndsTransaction?: boolean | undefined;
  /** Runs a transaction, again when the database says that it may. Default: once. */
  readonly retry?: (<T>(attempt: () => Promise<T>) => Promise<T>) | undefined;
}

export function createSession(database: Kysely<Schema>, options: SessionOptions): Session {
  const { readOnly, checkSchema, failureEndsTransaction } = options;
  const retry: NonNullable<SessionOptions["retry"]> = options.retry ?? ((attempt) => attempt());
  const flow: Flow = new AsyncLocalStorage();
  let closing: Promise<void> | undefined;

  function currentFrame(): Frame | undefined {
    const frame = flow.getStore();
    if (frame?.isOpen ?? closing === undefined) return frame;
    throw ended();
  }

  function writableFrame(): Frame | undefined {
    if (readOnly) throw new StoreError("store.read_only", "The store was opened for reading only");
    return currentFrame();
  }

  const runOnce = <T>(work: Work<T>): Promise<T> =>
    database.transaction().execute(async (db) => {
      await pinConnection(db);
      await checkSchema?.(db);
      return runFrame(flow, newFrame(db, 0), work);
    });

  const write = async <T>(work: Work<T>): Promise<T> => {
    const frame = writableFrame();
    return frame === undefined ? retry(() => runOnce(work)) : inTurn(frame, () => work(frame.db));
  };

  const transaction = async <T>(work: Work<T>, { once }: TransactionOptions = {}): Promise<T> => {
    const frame = writableFrame();
    if (frame !== undefined) return inTurn(frame, () => savepoint(flow, frame, work));
    return once === true ? runOnce(work) : retry(() => runOnce(work));
  };

  return {
    db: () => currentFrame()?.db ?? database,
    // Where a failure ends the transaction, a savepoint lets the caller go on after it.
    write: failureEndsTransaction === true ? (work) => transaction(work) : write,
    transaction,
    snapshot: async (work) => {
      const frame = currentFrame();
      if (frame !== undefined) return inTurn(frame, () => work(frame.db));
      const reads = database.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
      return reads.execute(work);
    },
    close: async () => {
      if (closing === undefined && currentFrame() !== undefined) {
        throw new StoreError("store.unavailable", "A transaction cannot close its own store");
      }
      closing ??= database.destroy();
      await closing;
    },
  };
}
