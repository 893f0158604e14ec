import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createStatementCache } from "../../src/driver/statement-cache.ts";

it("prepares each text once and forgets the one unused for longest", () => {
  using database = Object.assign(new Database(":memory:"), { [Symbol.dispose]: () => database.close() });
  const statementOf = createStatementCache(database);
  const [first, second] = [statementOf("select 1"), statementOf("select 2")];

  expect(statementOf("select 1")).toBe(first);
  for (let number = 3; number <= 201; number += 1) statementOf(`select ${number}`);

  expect(statementOf("select 1")).toBe(first);
  expect(statementOf("select 2")).not.toBe(second);
});
