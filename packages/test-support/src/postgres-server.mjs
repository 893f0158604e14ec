// A Postgres server for tests and for scripts, which import it without a build.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const KEEPER = fileURLToPath(new URL("./postgres-keeper.mjs", import.meta.url));
const WAYS_OUT =
  "Install the optional dependencies of packages/test-support, or set MEMORYMASTER_TEST_POSTGRES_BIN to a folder with " +
  "initdb, pg_ctl and postgres, or MEMORYMASTER_TEST_POSTGRES_URL to a server on which you are superuser.";

export class PostgresStartError extends Error {
  name = "PostgresStartError";
}

/**
 * The server that `MEMORYMASTER_TEST_POSTGRES_URL` names, or a new one, empty and with durability off. The new one
 * stops and leaves nothing behind when `stop` is called or when this process ends, however it ends.
 *
 * @param durable - a new one writes to a disk and waits for it, as servers in use do: for measurements
 */
export async function startPostgres(env = process.env, { durable = false } = {}) {
  const given = env.MEMORYMASTER_TEST_POSTGRES_URL;
  if (given) return { url: given, stop: async () => {} };
  const keeper = fork(KEEPER, durable ? ["durable"] : [], { detached: true, env, execArgv: [], stdio: "ignore" });
  const ended = once(keeper, "exit").then(() => [{ problem: "the starter died" }]);
  const [{ url, problem }] = await Promise.race([once(keeper, "message"), ended]);
  if (problem !== undefined) {
    await ended;
    throw new PostgresStartError(`No Postgres server for the tests: ${problem}. ${WAYS_OUT}`);
  }
  keeper.unref();
  keeper.channel.unref();
  const stop = async () => {
    keeper.ref();
    if (keeper.connected) keeper.disconnect();
    await ended;
  };
  return { url, stop };
}
