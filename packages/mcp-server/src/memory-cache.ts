import type { Memory, MemorySettings } from "@memorymaster/core";

import type { DatabaseUse } from "./tool.ts";

/** A memory opened for one database, workspace and use. */
export interface OpenMemory {
  readonly memory: Memory;
  readonly settings: MemorySettings;
}

/** An open memory that can be closed. */
export interface ClosableMemory extends OpenMemory {
  close(): Promise<void>;
}

/** Which memory a call needs, and what it may do to the file. */
export interface Place {
  readonly database: string;
  readonly workspace: string;
  readonly use: DatabaseUse;
}

export interface MemoryCache {
  /** Runs work on an open memory, which stays open until the work is done. */
  use<T>(place: Place, work: (memory: OpenMemory) => Promise<T>): Promise<T>;
  /** Closes every memory, each as soon as nothing uses it any more. */
  closeAll(): Promise<void>;
}

export interface MemoryCacheParts {
  open(place: Place): Promise<ClosableMemory>;
  /** Tells one state of a file from another that an open memory would not notice; `undefined` = no file. */
  identityOf(database: string): string | undefined;
  /** A server serves few projects; more open files than this would only be forgotten ones. Default 16. */
  readonly maxOpen?: number;
}

interface Entry {
  readonly memory: Promise<ClosableMemory>;
  /** Closes the memory once nothing uses it. */
  retire(): void;
  /** Resolves when the memory has been closed. */
  readonly closed: Promise<void>;
  enter(): void;
  leave(): void;
  /** Of the file, when it was opened. */
  identity: string | undefined;
}

function createEntry(memory: Promise<ClosableMemory>): Entry {
  let users = 0;
  let isRetired = false;
  let finish: () => void = () => undefined;
  const unused = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const settle = (): void => {
    if (isRetired && users === 0) finish();
  };
  const closing = unused.then(() => memory).then((opened) => opened.close());
  return {
    memory,
    identity: undefined,
    // A memory that failed to open has nothing to close, and one that failed to close is as gone as it gets.
    closed: closing.catch(() => undefined),
    enter: () => {
      users += 1;
    },
    leave: () => {
      users -= 1;
      settle();
    },
    retire: () => {
      isRetired = true;
      settle();
    },
  };
}

/**
 * Keeps memories open between calls, one for each database, workspace and use. A failure to open is not kept: the next
 * call tries again. A file that was removed or replaced is opened anew, since what is written to the old one would be
 * lost. Beyond the limit the memory not used for longest is closed.
 */
export function createMemoryCache(parts: MemoryCacheParts): MemoryCache {
  const { maxOpen = 16 } = parts;
  const entries = new Map<string, Entry>();
  const unclosed = new Set<Promise<void>>();

  const retire = (key: string, entry: Entry): void => {
    if (entries.get(key) === entry) entries.delete(key);
    entry.retire();
  };

  const start = (key: string, place: Place): Entry => {
    const entry = createEntry(parts.open(place));
    unclosed.add(entry.closed);
    void entry.closed.then(() => unclosed.delete(entry.closed));
    entry.memory.then(
      () => (entry.identity = parts.identityOf(place.database)),
      () => {
        retire(key, entry);
      },
    );
    return entry;
  };

  const isCurrent = ({ identity }: Entry, { database }: Place): boolean =>
    identity === undefined || identity === parts.identityOf(database);

  const take = (place: Place): Entry => {
    const key = JSON.stringify([place.database, place.workspace, place.use]);
    const known = entries.get(key);
    if (known !== undefined && !isCurrent(known, place)) retire(key, known);
    const entry = entries.get(key) ?? start(key, place);
    entry.enter();
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries;
    if (entries.size > maxOpen && oldest !== undefined) retire(...oldest);
    return entry;
  };

  return {
    async use(place, work) {
      const entry = take(place);
      try {
        return await work(await entry.memory);
      } finally {
        entry.leave();
      }
    },
    async closeAll() {
      for (const [key, entry] of entries) retire(key, entry);
      await Promise.all(unclosed);
    },
  };
}
