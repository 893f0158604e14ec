import type { Memory, MemorySettings, RestoreMark } from "@memorymaster/core";

import type { DatabaseUse } from "./tool.ts";

/** A memory opened for one database, workspace and use. */
export interface OpenMemory {
  readonly memory: Memory;
  readonly settings: MemorySettings;
}

/** An open memory that can be closed. */
export interface ClosableMemory extends OpenMemory {
  /** When the content of the database was last replaced as a whole; asked at every call. */
  lastRestore(): Promise<RestoreMark | undefined>;
  close(): Promise<void>;
}

/** Which memory a call needs, and what it may do to the file. */
export interface Place {
  readonly database: string;
  readonly workspace: string;
  readonly use: DatabaseUse;
}

export interface MemoryCache {
  /**
   * Runs work on an open memory, which stays open until the work is done.
   *
   * @param work gets `restored` once after the content of the database was replaced
   */
  use<T>(place: Place, work: (memory: OpenMemory, restored: RestoreMark | undefined) => Promise<T>): Promise<T>;
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

interface Opened {
  readonly memory: ClosableMemory;
  /** As it was when the memory was opened. */
  readonly restored: RestoreMark | undefined;
}

interface Entry {
  readonly opened: Promise<Opened>;
  /** Closes the memory once nothing uses it. */
  retire(): void;
  /** Resolves when the memory has been closed. */
  readonly closed: Promise<void>;
  enter(): void;
  leave(): void;
  /** Of the file, when it was opened. */
  identity: string | undefined;
}

async function whenOpened(opening: Promise<ClosableMemory>): Promise<Opened> {
  const memory = await opening;
  try {
    return { memory, restored: await memory.lastRestore() };
  } catch (error) {
    await memory.close();
    throw error;
  }
}

const keyOf = ({ database, workspace, use }: Place): string => JSON.stringify([database, workspace, use]);

function createEntry(opening: Promise<ClosableMemory>): Entry {
  const opened = whenOpened(opening);
  let users = 0;
  let isRetired = false;
  let finish: () => void = () => undefined;
  const unused = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const settle = (): void => {
    if (isRetired && users === 0) finish();
  };
  const closing = unused.then(() => opened).then(({ memory }) => memory.close());
  return {
    opened,
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

interface Entries {
  /** The entry of a place, entered; opened when there is none, or when its file is another one by now. */
  take(place: Place): Entry;
  retire(key: string, entry: Entry): void;
  closeAll(): Promise<void>;
}

function createEntries(parts: MemoryCacheParts): Entries {
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
    entry.opened.then(
      () => (entry.identity = parts.identityOf(place.database)),
      () => {
        retire(key, entry);
      },
    );
    return entry;
  };

  const isCurrent = ({ identity }: Entry, { database }: Place): boolean =>
    identity === undefined || identity === parts.identityOf(database);

  return {
    take: (place) => {
      const key = keyOf(place);
      const known = entries.get(key);
      if (known !== undefined && !isCurrent(known, place)) retire(key, known);
      const entry = entries.get(key) ?? start(key, place);
      entry.enter();
      entries.delete(key);
      entries.set(key, entry);
      const [oldest] = entries;
      if (entries.size > maxOpen && oldest !== undefined) retire(...oldest);
      return entry;
    },
    retire,
    closeAll: async () => {
      for (const [key, entry] of entries) retire(key, entry);
      await Promise.all(unclosed);
    },
  };
}

/** Remembers which content of a database its callers know, however many memories are open on it. */
function createNews(): (database: string, restored: RestoreMark | undefined) => RestoreMark | undefined {
  const knownMarks = new Map<string, string>();
  return (database, restored) => {
    const mark = restored?.mark ?? "";
    const known = knownMarks.get(database) ?? mark;
    knownMarks.set(database, mark);
    return known === mark ? undefined : restored;
  };
}

/**
 * Keeps memories open between calls, one for each database, workspace and use. A failure to open is not kept: the next
 * call tries again. A file that was removed or replaced is opened anew, since what is written to the old one would be
 * lost; so is one whose content was replaced, since a memory keeps what it once read. Beyond the limit the memory not
 * used for longest is closed.
 */
export function createMemoryCache(parts: MemoryCacheParts): MemoryCache {
  const entries = createEntries(parts);
  const newsOf = createNews();

  const takeCurrent = async (place: Place): Promise<Entry> => {
    const entry = entries.take(place);
    try {
      const { memory, restored } = await entry.opened;
      if ((await memory.lastRestore())?.mark === restored?.mark) return entry;
    } catch (error) {
      entry.leave();
      throw error;
    }
    entries.retire(keyOf(place), entry);
    entry.leave();
    return entries.take(place);
  };

  return {
    async use(place, work) {
      const entry = await takeCurrent(place);
      try {
        const { memory, restored } = await entry.opened;
        return await work(memory, newsOf(place.database, restored));
      } finally {
        entry.leave();
      }
    },
    closeAll: () => entries.closeAll(),
  };
}
