import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { CHAIN_START, verifyChain } from "@memorymaster/core";
import type { DatabaseFiles, Store } from "@memorymaster/core";
import { expect } from "vitest";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { OPERATOR } from "./records.ts";
import { rawSql } from "./temp-store.ts";

/** The files of a store that is one. */
export function filesOf({ files }: Store): DatabaseFiles {
  if (files === undefined) throw new TypeError("the store has no files");
  return files;
}

export const snapshotsFolder = (path: string): string => join(dirname(path), ".memorymaster", "snapshots");

/** Names in the folder of snapshots, sorted. */
export function namesOfSnapshots(path: string): readonly string[] {
  const folder = snapshotsFolder(path);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Texts of all claims, sorted. */
export async function textsIn(store: Store): Promise<readonly string[]> {
  const { items } = await store.claims.list(OPERATOR, {}, { limit: 1000 });
  return items.map(({ text }) => text).sort();
}

/** Details of all events, after checking that the chain is whole. */
export async function chainOf(store: Store): Promise<readonly (string | undefined)[]> {
  const events = (await store.events.scan(0, 100_000)).map((entry) => entry.event);
  expect(verifyChain(events, CHAIN_START).issues).toEqual([]);
  return events.map(({ details }) => details);
}

/** Texts of a database file, after checking that all in it is whole. */
export async function soundTexts(path: string): Promise<readonly string[]> {
  expect(rawSql(path, "pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  await using store = await openSqliteStore({ path, create: false });
  await chainOf(store);
  const texts = await textsIn(store);
  expect((await store.search.indexStats()).claims).toBe(texts.length);
  return texts;
}
