import { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase, testServerUrl } from "../src/test-database.ts";
import { query } from "./support/query.ts";

test("each database is empty and knows nothing of the others", async () => {
  await using one = await createTestDatabase();
  await using other = await createTestDatabase();
  await query(one.url, "create table claims (id int)");
  expect(await query(one.url, "select tablename from pg_tables where schemaname = 'public'")).toEqual(["claims"]);
  expect(await query(other.url, "select tablename from pg_tables where schemaname = 'public'")).toEqual([]);
});

test("text is sorted by a language, not by bytes", async () => {
  await using database = await createTestDatabase();
  expect(await query(database.url, "select * from (values ('b'), ('C'), ('a')) as t (x) order by x")).toEqual([
    "a",
    "b",
    "C",
  ]);
});

test("the end takes a database away under an open connection, and its roles with it", async () => {
  const database = await createTestDatabase();
  const role = await database.createRole();
  await query(database.url, "create table notes (id int)", `grant select on notes to ${role.name}`);
  const open = new Client({ connectionString: database.url });
  const ended = new Promise((resolve) => open.on("error", resolve));
  await open.connect();
  await database.drop();
  await database.drop();
  expect(String(await ended)).toContain("terminating connection");
  await open.end();
  expect(await query(testServerUrl(), `select datname from pg_database where datname = '${database.name}'`)).toEqual(
    [],
  );
  expect(await query(testServerUrl(), `select rolname from pg_roles where rolname = '${role.name}'`)).toEqual([]);
});

test("a role can log in, and can do what it was granted and no more", async () => {
  await using database = await createTestDatabase();
  const role = await database.createRole();
  await query(database.url, "create table open (id int)", "create table closed (id int)");
  await query(database.url, "insert into open values (7)", `grant select on open to ${role.name}`);
  expect(await query(role.url, "select id from open")).toEqual([7]);
  await expect(query(role.url, "select id from closed")).rejects.toThrow("permission denied");
  await expect(query(role.url, "create table own (id int)")).rejects.toThrow("permission denied");
  await expect(query(role.url, "create role more")).rejects.toThrow("permission denied");
});
