import { closeSync, openSync } from "node:fs";
import { once } from "node:events";

import { expect, test } from "vitest";

import { createWorld, documentOf, finished } from "./support/cli.ts";
import { unrelatedClaims } from "./support/unrelated-claims.ts";

const STAGING = "The staging API listens on port 7443";

interface WireRow {
  readonly claim: { readonly text: string };
}

test("among 500 other claims the right one is first, in English, in Spanish and with a word that nobody wrote", async () => {
  using world = createWorld();
  const source = "docs/ops.md|L12|listens on 7443";
  const stored = [
    await world.runProgram(["ingest", "--input", "-"], { input: unrelatedClaims(500) }),
    await world.runProgram(["ingest", "--text", STAGING, "--source", source]),
  ];

  const questions = ["which port does staging use", "en qué puerto escucha staging", "port of the staging API zxqv"];
  const answers = await Promise.all(questions.map((question) => world.runProgram(["query", question])));
  const nothing = await world.runProgram(["query", "sourdough hydration"]);

  expect(stored.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  const rows = answers.map((answer) => documentOf(answer).data as WireRow[]);
  expect(rows.map(([first]) => first?.claim.text)).toEqual([STAGING, STAGING, STAGING]);
  expect(documentOf(nothing)).toMatchObject({ ok: true, data: [] });
});

test("exit code and stderr say what went wrong", async () => {
  using world = createWorld();
  await world.data(["init-db"]);

  const results = await Promise.all(
    [
      ["--text", "show", "1"],
      ["--text", "query", "x", "--limit", "0"],
      ["--text", "list-claims"],
    ].map((args) => world.runProgram(args)),
  );

  expect(results).toEqual([
    { exitCode: 1, stdout: "", stderr: "error: Claim 1 does not exist\n" },
    { exitCode: 2, stdout: "", stderr: expect.stringMatching(/^error: [^\n]+ query --help\n$/) as unknown },
    { exitCode: 0, stdout: "rows=0\n", stderr: "" },
  ]);
});

test("a reader that goes away early is no error", async () => {
  using world = createWorld();
  await world.data(["ingest", "--input", "-"], { input: unrelatedClaims(500) });

  const child = world.start(["list-claims", "--limit", "1000"]);
  const end = finished(child);
  await once(child.stdout ?? child, "data");
  child.stdout?.destroy();

  expect(await end).toMatchObject({ exitCode: 0, stderr: "" });
});

test.skipIf(process.platform !== "linux")("an output that takes no more is told in one line", async () => {
  using world = createWorld();
  const full = openSync("/dev/full", "w");
  const child = world.start(["where"], { stdout: full });
  closeSync(full);

  expect(await finished(child)).toMatchObject({
    exitCode: 2,
    stderr: "error: The output could not be written (ENOSPC)\n",
  });
});
