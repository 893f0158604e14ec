import type { TestProject } from "vitest/node";
import { startPostgres, type PostgresServer } from "./postgres-server.mjs";

/** What a worker knows of the server of the run. A start that failed is the failure of the tests that need a server alone. */
export interface TestServer {
  /** Connection URL of a superuser. */
  url?: string;
  /** Why there is no server, and what to do. */
  problem?: string;
}

declare module "vitest" {
  interface ProvidedContext {
    postgres: TestServer;
  }
}

/** Each project of a run loads this file for itself; the server is one for all. */
const run = globalThis as { memorymasterTestPostgres?: Promise<PostgresServer> | undefined };

/** Called by vitest, in its main process, before the first test of a project that names this file. */
export async function setup(project: TestProject): Promise<void> {
  run.memorymasterTestPostgres ??= startPostgres();
  try {
    const { url } = await run.memorymasterTestPostgres;
    project.provide("postgres", { url });
  } catch (error) {
    project.provide("postgres", { problem: String(error) });
  }
}

export async function teardown(): Promise<void> {
  const server = await run.memorymasterTestPostgres?.catch(() => undefined);
  await server?.stop();
}
