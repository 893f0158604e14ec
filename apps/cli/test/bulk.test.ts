import { chmodSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

import { expect, test } from "vitest";

import { createWorld, documentOf, finished } from "./support/cli.ts";

const fact = (text: string): string => JSON.stringify({ text });

test("bad lines are reported with their number, and all others are stored", async () => {
  using world = createWorld();
  const lines = [
    `\uFEFF${fact("Backups run at midnight")}`,
    "",
    "[1, 2]",
    "   ",
    '"a text"',
    fact("Backups run at midnight"),
    JSON.stringify({ text: "Ana owns the billing queue", colour: "red" }),
    JSON.stringify({ text: "" }),
    JSON.stringify({ text: "Deploys happen on Friday", confidence: 2 }),
    `{"text": "lone \\ud800"}`,
    JSON.stringify({ text: "Releases are cut on Tuesday", citations: ["docs/release.md|L3", { source: "chat" }] }),
    `{"text": "${"x".repeat(1024 * 1024)}"}`,
    "not json",
    '{"text": "The file ends in the mid',
  ];

  const result = await world.run(["ingest", "--input", "-"], { input: lines.join("\r\n") });

  expect(result).toMatchObject({ exitCode: 1, stderr: "" });
  const envelope = documentOf(result);
  expect(envelope).toMatchObject({
    ok: false,
    code: "PARTIAL",
    error: "9 of 12 rows were rejected",
    data: { total: 12, ingested: 2, deduplicated: 1, rejected: 9 },
  });
  const { rows } = envelope.data as { rows: { line: number; code: string; error: string }[] };
  expect(rows.map(({ line, code }) => [line, code])).toEqual([
    [3, "VALIDATION_ERROR"],
    [5, "VALIDATION_ERROR"],
    [7, "VALIDATION_ERROR"],
    [8, "MISSING_FIELD"],
    [9, "VALIDATION_ERROR"],
    [10, "INVALID_INPUT"],
    [12, "INPUT_TOO_LONG"],
    [13, "VALIDATION_ERROR"],
    [14, "VALIDATION_ERROR"],
  ]);
  expect(rows.find(({ line }) => line === 7)?.error).toContain("colour");
  expect(rows.at(-1)?.error).toBe("The line is not valid JSON: the file ends in the middle of it");
});

test("--verbose lists the stored rows too, and a file without bad lines succeeds", async () => {
  using world = createWorld();
  world.temp.write(
    "project/facts.jsonl",
    `${fact("Backups run at midnight")}\n${fact("Ana owns the billing queue")}\n`,
  );

  const quiet = await world.json(["ingest", "--input", "facts.jsonl"]);
  const verbose = await world.json(["ingest", "--verbose", "--input", "facts.jsonl"]);

  expect(quiet).toMatchObject({ ok: true, data: { total: 2, ingested: 2, deduplicated: 0, rejected: 0, rows: [] } });
  expect(verbose.data).toMatchObject({
    total: 2,
    deduplicated: 2,
    rows: [
      { line: 1, claim_id: 1, deduplicated: true },
      { line: 2, claim_id: 2, deduplicated: true },
    ],
  });
});

test("a secret in a line is refused with its line, and taken out when that is asked for", async () => {
  using world = createWorld();
  const secret = ["AKIA", "Z7XQ2M5N", "8P4R6T1V"].join("");
  const input = `${fact("Backups run at midnight")}\n${fact(`The deploy key is ${secret} for staging`)}\n{"text": "${secret}`;

  const refused = await world.run(["ingest", "--input", "-"], { input });
  const redacted = await world.run(["ingest", "--input", "-", "--redact"], { input });

  expect(documentOf(refused)).toMatchObject({
    data: { ingested: 1, rejected: 2, rows: [{ line: 2, code: "SENSITIVE_INPUT" }, {}] },
  });
  expect(documentOf(redacted)).toMatchObject({ data: { ingested: 1, deduplicated: 1, rejected: 1 } });
  expect(refused.stdout + redacted.stdout + refused.stderr + redacted.stderr).not.toContain(secret);
});

test("an empty file is no failure", async () => {
  using world = createWorld();

  expect(await world.json(["ingest", "--input", "-"])).toMatchObject({ ok: true, data: { total: 0, rows: [] } });
});

test.each([
  ["gone.jsonl", "there is no such file"],
  [".", "it is a folder"],
])("an input that cannot be read (%s) is refused before a database is made", async (name, reason) => {
  using world = createWorld();

  const result = await world.run(["ingest", "--input", name, "--db", "new.db"]);

  expect([result.exitCode, documentOf(result)]).toMatchObject([
    2,
    { error: `Cannot read ${name}: ${reason}`, field: "input" },
  ]);
  expect(world.temp.exists("project/new.db")).toBe(false);
});

test("text mode tells each rejected line and the sums", async () => {
  using world = createWorld();

  const result = await world.run(["--text", "ingest", "--input", "-"], {
    input: `${fact("Backups run at midnight")}\n7\n`,
  });

  expect(result).toEqual({
    exitCode: 1,
    stdout: "line 2: VALIDATION_ERROR The line is not a JSON object\ntotal=2 ingested=1 deduplicated=0 rejected=1\n",
    stderr: "error: 1 of 2 rows were rejected\n",
  });
});

test.skipIf(process.platform === "win32").each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s stops after the running batch and reports what is stored", async (signal, exitCode) => {
  using world = createWorld();
  await world.data(["init-db", "--db", "memory.db"]);
  const child = world.start(["ingest", "--input", "-", "--db", "memory.db"]);
  const end = finished(child);
  child.stdin?.on("error", () => undefined);
  for (let index = 0; index < 400; index += 1) child.stdin?.write(`${fact(`Fact of the number ${index * 13}`)}\n`);

  // The pipe stays open: only the signal can end the run. It may come when the first batch is seen.
  while ((await world.data<unknown[]>(["list-claims", "--db", "memory.db"])).length === 0) await nextTurn();
  child.kill(signal);
  const result = await end;

  expect([result.exitCode, result.stderr]).toEqual([exitCode, ""]);
  const envelope = documentOf(result);
  expect(envelope).toMatchObject({ ok: false, code: "PARTIAL" });
  const stored = await world.json(["list-claims", "--db", "memory.db"]);
  expect((envelope.data as { ingested: number }).ingested).toBe(stored.meta?.["total"]);
  expect(stored.meta?.["total"]).toBeGreaterThan(0);
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a file without permission is refused",
  async () => {
    using world = createWorld();
    chmodSync(world.temp.write("project/facts.jsonl", fact("Backups run at midnight")), 0o000);

    expect(await world.json(["ingest", "--input", "facts.jsonl"])).toMatchObject({ ok: false, field: "input" });
  },
);
