import { createMemory } from "@memorymaster/core";
import type { DumpRow, DumpTable, Store } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { openLegacySource } from "../../src/legacy/open-legacy-source.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { outcomeOf, startFixture } from "./child.ts";
import { tempFolder } from "./temp-store.ts";

const TABLES: readonly DumpTable[] = [
  "entities",
  "entity_aliases",
  "claims",
  "citations",
  "claim_links",
  "claim_entity_links",
  "entity_edges",
  "event_history",
  "chain_anchor",
];

const ALL = 100_000;

export const rowsOf = (store: Store, table: DumpTable): Promise<readonly DumpRow[]> =>
  store.dump.read(table, undefined, ALL);

/** All that an import leaves; of events what they are about, since each run has a name of its own. */
async function contentOf(path: string): Promise<unknown> {
  await using store = await openSqliteStore({ path, create: false });
  const tables: Record<string, readonly DumpRow[]> = {};
  for (const table of TABLES) tables[table] = await rowsOf(store, table);
  const events = (await rowsOf(store, "events")).map(
    ({ claim_id: claim, event_type: type }) => `${String(type)} ${String(claim)}`,
  );
  const { ok } = await createMemory({ store }).upkeep.check({ full: true });
  return { ok, ...tables, events: events.sort() };
}

/** Takes a file in, is killed at some of its steps, takes it in again, and expects the same as of one run. */
export async function expectToSurviveKills(file: string, parts: number): Promise<void> {
  using folder = tempFolder();
  const whole = await outcomeOf(startFixture("import-legacy.mjs", [file, folder.file("whole.db"), "0"]));
  expect(whole).toMatchObject({ code: 0, stderr: "" });
  const steps = Number(whole.stdout);
  const expected = await contentOf(folder.file("whole.db"));
  for (let part = 1; part <= parts; part += 1) {
    const path = folder.file(`${part}.db`);
    const step = Math.floor((steps * part) / (parts + 1));

    const killed = await outcomeOf(startFixture("import-legacy.mjs", [file, path, String(step)]));
    {
      await using store = await openSqliteStore({ path });
      using source = openLegacySource(file);
      await createMemory({ store, clock: createFixedClock() }).transfer.importLegacy(source);
    }

    expect([part, killed.code, killed.stdout]).toEqual([part, null, ""]);
    expect(await contentOf(path)).toEqual(expected);
  }
}
