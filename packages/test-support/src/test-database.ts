import { inject } from "vitest";
import type {} from "./global-setup.ts";
import { createDatabase, type TestDatabase } from "./postgres-database.mjs";
import { PostgresStartError } from "./postgres-server.mjs";

/**
 * A new database on the server of the run, for one test or one file.
 *
 * @param template - name of a database to copy, which nobody is connected to; default: an empty one
 */
export function createTestDatabase(template?: string): Promise<TestDatabase> {
  return createDatabase(testServerUrl(), template);
}

/** Connection URL of a superuser of the server that the run started or was given. */
export function testServerUrl(): string {
  const { url, problem } = inject("postgres");
  if (url === undefined) throw new PostgresStartError(problem);
  return url;
}
