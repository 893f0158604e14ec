import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";

const QUERIES = [
  '"a AND (',
  "NEAR(",
  "*",
  "^x",
  "C++",
  "don't",
  "src/app.ts",
  "👩‍💻🔥",
  "foo:bar",
  '"unbalanced',
  "(a",
  "a AND",
  "NOT",
  "%_'\\;--",
  "x".repeat(5000),
  "word ".repeat(4000),
];

test("a question made of search syntax is taken as words", async () => {
  using world = createWorld();
  await world.data(["ingest", "--input", "-"], {
    input: ["We don't write C++ in src/app.ts", "Nothing of the sort"]
      .map((text) => JSON.stringify({ text }))
      .join("\n"),
  });

  for (const question of QUERIES) {
    const result = await world.run(["query", "--", question]);

    expect([question.slice(0, 20), result.exitCode, result.stderr]).toEqual([question.slice(0, 20), 0, ""]);
    expect(documentOf(result)).toMatchObject({ ok: true });
  }
  for (const question of ["C++", "don't write", "src/app.ts"]) {
    expect(await world.data(["query", question])).toMatchObject([{ claim: { id: 1 } }]);
  }
});

test.each([
  ["an empty question", ["query", ""]],
  ["a blank question", ["query", "  \n "]],
  ["a blank task", ["context", "", "--json"]],
  ["a tenant without a name", ["ingest", "--text", "a fact", "--tenant", " "]],
  ["a limit of 0 for a list", ["list-claims", "--limit", "0"]],
  ["a limit below 0 for a history", ["history", "1", "--limit=-1"]],
  ["an empty claim", ["ingest", "--text", ""]],
  ["a blank claim", ["ingest", "--text", " \t "]],
  ["a claim of 10,001 signs", ["ingest", "--text", "x".repeat(10_001)]],
  ["a confidence over 1", ["ingest", "--text", "a fact", "--confidence", "1.5"]],
  [
    "an end before the begin",
    ["ingest", "--text", "a fact", "--valid-from", "2026-02-01", "--valid-until", "2026-01-01"],
  ],
  ["29 February of a common year", ["ingest", "--text", "a fact", "--event-time", "2026-02-29"]],
  ["a time that is none", ["query", "x", "--as-of", "yesterday"]],
  ["a limit of 0", ["query", "x", "--limit", "0"]],
  ["a budget of 0", ["context", "x", "--json", "--budget", "0"]],
  ["an evidence without source", ["ingest", "--text", "a fact", "--source", "|L12"]],
  ["an unknown kind of event", ["list-events", "--event-type", "explosion"]],
  ["a cursor that no page gave", ["list-claims", "--cursor", "bogus"]],
  ["a workspace that is not there", ["where", "--workspace", "gone"]],
  ["a configuration that is not there", ["stats", "--config", "gone.json"]],
])("%s is refused with exit code 2 and one document", async (_name, args) => {
  using world = createWorld();
  await world.data(["init-db"]);

  const result = await world.run(args);

  expect(result.exitCode).toBe(2);
  expect(documentOf(result)).toMatchObject({
    ok: false,
    error: expect.any(String) as unknown,
    code: expect.any(String) as unknown,
  });
});

test.each(["project:Ünïcode", 'project:a\'b "c" 100%', "team:ops & dev", "日本語", "it's 5%_"])(
  "what is stored in the scope %s is found in it, and not outside",
  async (scope) => {
    using world = createWorld();
    await world.data(["ingest", "--text", "The staging API listens on port 7443", "--scope", scope]);

    expect(await world.data(["query", "staging", "--scope-allowlist", scope])).toHaveLength(1);
    expect(await world.data(["list-claims", "--scope", scope])).toHaveLength(1);
    expect(await world.data(["query", "staging"])).toEqual([]);
  },
);

test("control characters of a claim do not reach the terminal, but stay in the data", async () => {
  using world = createWorld();
  const text = "Port 7443 \u001b[31mred\u001b[0m\nrows=99";
  await world.data(["ingest", "--input", "-"], { input: JSON.stringify({ text }) });

  const shown = await world.run(["--text", "list-claims"]);
  const packed = await world.run(["context", "port"]);
  const data = await world.data(["list-claims"]);

  expect(shown.stdout).toContain("  text: Port 7443 red rows=99\n");
  expect(shown.stdout + packed.stdout).not.toContain("\u001b");
  expect(data).toMatchObject([{ text }]);
});
