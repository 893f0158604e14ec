import { describe, expect, it } from "vitest";
import { MIGRATIONS } from "../../src/migrations/all-migrations.ts";
import { checksumOf, NOT_APPLICABLE, statementsOf } from "../../src/migrations/migration.ts";
import type { Migration } from "../../src/migrations/migration.ts";

const step = (sqlite: Migration["up"]["sqlite"]): Migration => ({
  version: 23,
  description: "a step",
  up: { sqlite, postgres: NOT_APPLICABLE },
});

describe("a migration", () => {
  it("has one checksum whatever the line ends of the checkout", () => {
    const unix = step(["create table a (\n  id integer\n)"]);
    const windows = step(["create table a (\r\n  id integer\r\n)"]);

    expect(checksumOf(unix, "sqlite")).toBe(checksumOf(windows, "sqlite"));
    expect(checksumOf(unix, "sqlite")).not.toBe(checksumOf(step(["create table a (id integer)"]), "sqlite"));
  });

  it("runs nothing where it does not apply", () => {
    expect(statementsOf(step(NOT_APPLICABLE), "sqlite")).toEqual([]);
    expect(checksumOf(step(NOT_APPLICABLE), "sqlite")).toMatch(/^[0-9a-f]{64}$/);
  });

  it("stands in a row of versions from 23 on", () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => 23 + index));
  });
});
