import type { CompiledQuery, Driver, QueryResult } from "kysely";
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { describe, expect, it } from "vitest";
import { prepare, prepareInsert, prepareRows } from "../src/prepare.ts";
import type { Schema } from "../src/schema.ts";

interface Project {
  readonly scope: string;
  readonly slug: string;
  readonly last_path: string | null;
  readonly first_seen: string;
  readonly last_seen: string;
}

const project = (slug: string): Project => ({
  scope: `project:${slug}`,
  slug,
  last_path: null,
  first_seen: "t",
  last_seen: "t",
});

/** A database that answers every statement with `rows` and keeps what it was asked. */
function recorder(rows: (query: CompiledQuery) => readonly unknown[] = () => []) {
  const asked: CompiledQuery[] = [];
  const connection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      asked.push(query);
      return { rows: rows(query) as Row[] };
    },
    streamQuery: () => {
      throw new TypeError("not asked for");
    },
  };
  const nothing = async (): Promise<void> => undefined;
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
  const db = new Kysely<Schema>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (own) => new SqliteIntrospector(own),
    },
  });
  return { db, asked };
}

describe("a prepared statement", () => {
  it("is built once and bound to the values of each call", async () => {
    const { db, asked } = recorder();
    let built = 0;
    const find = prepare((own, { slug, scope }: { readonly slug: string; readonly scope: string | undefined }) => {
      built += 1;
      return own
        .selectFrom("projects")
        .select("scope")
        .where("slug", "=", slug)
        .where("scope", "=", scope ?? "")
        .limit(7)
        .compile();
    });

    await find(db, { slug: "a", scope: "x" });
    await find(db, { slug: "b", scope: undefined });

    expect(built).toBe(1);
    expect(asked.map(({ parameters }) => parameters)).toEqual([
      ["a", "x", 7],
      ["b", null, 7],
    ]);
    expect(asked[0]?.sql).toBe('select "scope" from "projects" where "slug" = ? and "scope" = ? limit ?');
  });
});

describe("prepared rows", () => {
  it("go out in statements of few sizes, all rows in order", async () => {
    const { db, asked } = recorder();
    let built = 0;
    const insert = prepareRows((own, rows: readonly Project[]) => {
      built += 1;
      return own.insertInto("projects").values(rows).compile();
    });
    const rows = Array.from({ length: 300 }, (_, index) => project(`p${index}`));

    await insert(db, rows);
    await insert(db, rows);
    await insert(db, []);

    expect(asked.map(({ parameters }) => parameters.length / 5)).toEqual([128, 128, 32, 8, 4, 128, 128, 32, 8, 4]);
    expect(built).toBe(4);
    const slugs = asked.flatMap(({ parameters }) => parameters.filter((_, index) => index % 5 === 1));
    expect(slugs).toEqual([...rows, ...rows].map(({ slug }) => slug));
  });

  it("get their new ids in order, whatever order the database returns", async () => {
    const { db } = recorder(({ parameters }) =>
      Array.from({ length: parameters.length / 5 }, (_, index) => ({ id: 90 - index })),
    );
    const insert = prepareInsert(
      (own, rows: readonly Project[]) =>
        own
          .insertInto("projects")
          .values(rows)
          .returning("rowid" as never)
          .compile() as unknown as CompiledQuery<{ id: number }>,
    );

    expect(await insert(db, [project("a"), project("b")])).toEqual([89, 90]);
  });

  it("are not taken for written when the database returns fewer", async () => {
    const { db } = recorder();
    const insert = prepareInsert(
      (own, rows: readonly Project[]) =>
        own.insertInto("projects").values(rows).compile() as unknown as CompiledQuery<{ id: number }>,
    );

    await expect(insert(db, [project("a")])).rejects.toMatchObject({ code: "internal.unexpected" });
  });
});
