import { describe, expect, test } from "vitest";
import { EVERYTHING, insertOne } from "./records.ts";
import { MIGRATIONS } from "./requirements/migrations.ts";
import type { OpenedStore } from "./world.ts";

/** An empty database, without tables; it goes away with its data. */
export interface BareDatabase extends AsyncDisposable {
  /** Applies the first `count` migrations, on a connection of its own. Default: all. */
  migrate(count?: number): Promise<void>;
  /** Everything by which two schemas can differ, as plain data. */
  schema(): Promise<unknown>;
  /** The recorded steps in order, each with its version; without the time. */
  recorded(): Promise<readonly { readonly version: number }[]>;
  /** Opens the database for work, which brings its schema up to date. */
  openStore(): Promise<OpenedStore>;
}

export interface MigrationSuite {
  readonly name: string;
  /** Versions of the migrations in order. */
  readonly versions: readonly number[];
  readonly open: () => Promise<BareDatabase>;
}

async function stateOf(database: BareDatabase): Promise<unknown> {
  return [await database.schema(), await database.recorded()];
}

async function wholeState({ open }: MigrationSuite): Promise<unknown> {
  await using database = await open();
  await database.migrate();
  return await stateOf(database);
}

const MIGRATION_TESTS: Readonly<Record<keyof typeof MIGRATIONS, (suite: MigrationSuite) => Promise<void>>> = {
  "migrations.whole": async ({ open, versions }) => {
    await using database = await open();

    await database.migrate();

    expect((await database.recorded()).map(({ version }) => version)).toEqual(versions);
  },

  "migrations.each_version": async (suite) => {
    const whole = await wholeState(suite);

    for (const count of suite.versions.keys()) {
      await using database = await suite.open();
      if (count > 0) await database.migrate(count);
      await using store = await database.openStore();
      await insertOne(store);
      expect((await store.claims.stats(EVERYTHING, undefined)).claims).toBe(1);
      expect([count, await stateOf(database)]).toEqual([count, whole]);
    }
  },

  "migrations.twice": async (suite) => {
    await using database = await suite.open();
    await database.migrate();

    await database.migrate();

    expect(await stateOf(database)).toEqual(await wholeState(suite));
  },

  "migrations.together": async (suite) => {
    await using database = await suite.open();

    await Promise.all([database.migrate(), database.migrate()]);

    expect(await stateOf(database)).toEqual(await wholeState(suite));
  },
};

/** Puts the migrations of a kind of database through what each of them must do. */
export function describeMigrations(suite: MigrationSuite): void {
  describe(`migrations ${suite.name}`, () => {
    for (const [id, [, behaviour]] of Object.entries(MIGRATIONS)) {
      test(`${id}: ${behaviour}`, () => MIGRATION_TESTS[id as keyof typeof MIGRATIONS](suite));
    }
  });
}
