import type { StoreParts } from "@memorymaster/store-conformance";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import type { SqliteStore } from "../../src/open-sqlite-store.ts";
import { tempFolder } from "./temp-store.ts";

/** A store on a file of its own that goes with it. */
export async function openFile(parts: StoreParts): Promise<SqliteStore> {
  const folder = tempFolder();
  const store = await openSqliteStore({ path: folder.file("memory.db"), synchronous: "normal", ...parts });
  const remove = async (): Promise<void> => {
    await store.close();
    folder[Symbol.dispose]();
  };
  return { ...store, [Symbol.asyncDispose]: remove };
}

export const openPeer = ({ path }: SqliteStore, parts: StoreParts): Promise<SqliteStore> =>
  openSqliteStore({ path, synchronous: "normal", ...parts });

export const openInMemory = (parts: StoreParts): Promise<SqliteStore> =>
  openSqliteStore({ path: ":memory:", ...parts });
