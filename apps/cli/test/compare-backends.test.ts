import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import { testServerUrl } from "@memorymaster/test-support";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../scripts/compare-backends.mjs", import.meta.url));

/** Runs the script on the server of the tests, with the steps of these commands. */
function compare(...commands: string[]): Promise<{ failed: boolean; output: string }> {
  const env = { ...process.env, MEMORYMASTER_TEST_POSTGRES_URL: testServerUrl() };
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT, ...commands], { env }, (error, stdout, stderr) =>
      done({ failed: error !== null, output: stdout + stderr }),
    );
  });
}

test("the built program says the same on a SQLite file and on a Postgres database", async () => {
  const { failed, output } = await compare(
    "init-db",
    "ingest",
    "show",
    "link",
    "list-events",
    "redact-claim",
    "backup",
  );

  expect(output).toContain("same");
  expect(output).not.toContain("WRONG");
  expect(output).toContain("refused  1  backup");
  expect(failed, output).toBe(false);
});
