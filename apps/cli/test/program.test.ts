import { expect, test } from "vitest";

import { parseCommandLine } from "../src/program.ts";
import type { Invocation } from "../src/program.ts";
import { COMMANDS } from "../src/table/commands.ts";

/** The parts of a call that differ between these tests. */
function run(...argv: string[]): Record<string, unknown> {
  const invocation: Invocation = parseCommandLine(argv);
  if (invocation.kind !== "run") return { ...invocation };
  const { spec, input, globals } = invocation;
  const given = Object.entries(globals).filter(([name, value]) => value !== undefined && value !== (name === "color"));
  return { command: spec.name, ...input, globals: Object.fromEntries(given) };
}

test("global options count before and after the command, and after it wins", () => {
  const globals = { db: "b.db", format: "json", logLevel: "debug", color: false };

  expect(run("--db", "a.db", "--no-color", "query", "port", "--db", "b.db", "-j", "--log-level=debug").globals).toEqual(
    globals,
  );
  expect(run("--no-color", "--json", "--log-level", "debug", "--db", "b.db", "query", "port").globals).toEqual(globals);
});

test("--text before the command asks for text, after ingest it is the claim", () => {
  expect(run("--text", "ingest", "--text", "a fact")).toEqual({
    command: "ingest",
    args: [],
    options: { text: "a fact" },
    globals: { format: "text" },
  });
});

test("--text after a command that has no such option is an error", () => {
  expect(run("query", "port", "--text")).toMatchObject({
    kind: "usage",
    message: expect.stringContaining("--text") as unknown,
  });
});

test("a closer output option wins over a farther one, and a named format over a switch", () => {
  const formats = [
    run("--json", "query", "x", "--output-format", "text"),
    run("--text", "query", "x", "--json"),
    run("--output-format", "text", "--json", "query", "x"),
  ].map(({ globals }) => (globals as { format?: unknown }).format);

  expect(formats).toEqual(["text", "json", "text"]);
});

test("options are read by their kind: numbers, lists, repeated ones, switches", () => {
  const { options } = run("query", "x", "--limit", "5", "--scope-allowlist", "user, ,project:a b", "--trusted");
  const ingest = run("ingest", "--text", "t", "--source", "a|b", "--source", "c", "--confidence", ".25");

  expect(options).toEqual({ limit: 5, scopeAllowlist: ["user", "project:a b"], trusted: true });
  expect(ingest["options"]).toEqual({ text: "t", source: ["a|b", "c"], confidence: 0.25 });
});

test("after -- a text may begin with a dash", () => {
  expect(run("query", "--limit", "5", "--", "--no-verify")).toMatchObject({
    args: ["--no-verify"],
    options: { limit: 5 },
  });
});

test.each([
  [["quer"], "unknown command 'quer' (Did you mean query?); see memorymaster --help"],
  [[], "no command given; see memorymaster --help"],
  [["help", "quer"], "unknown command 'quer'; see memorymaster --help"],
  [["--json"], "no command given; see memorymaster --help"],
  [["pin"], "missing required argument 'claim'; see memorymaster pin --help"],
  [["pin", "1", "2"], "too many arguments for 'pin'. Expected 1 argument but got 2; see memorymaster pin --help"],
  [["pin", "1", "--unpinn"], "unknown option '--unpinn' (Did you mean --unpin?); see memorymaster pin --help"],
  [["query", "-x"], "unknown option '-x'; put -- before a text that begins with a dash; see memorymaster query --help"],
  [["query", "x", "--limit"], "option '--limit <n>' argument missing; see memorymaster query --help"],
  [
    ["query", "x", "--limit", "many"],
    "option '--limit <n>' argument 'many' is invalid. It must be a whole number of at least 1; see memorymaster query --help",
  ],
  [["history", "1", "--limit", "0"], "argument '0' is invalid. It must be a whole number of at least 1; see"],
  [["context", "x", "--budget=-5"], "argument '-5' is invalid. It must be a whole number of at least 1; see"],
  [
    ["ingest", "--confidence", "NaN"],
    "option '--confidence <0..1>' argument 'NaN' is invalid. It must be a number; see memorymaster ingest --help",
  ],
  [
    ["--output-format", "yaml", "stats"],
    "option '--output-format <format>' argument 'yaml' is invalid. Allowed choices are text, json; see memorymaster --help",
  ],
  [["completion", "tcsh"], "argument 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish; see"],
])("%j is explained in one line with what to do", (argv, message) => {
  const invocation = parseCommandLine(argv);

  expect(invocation).toMatchObject({ kind: "usage" });
  expect(invocation.kind === "usage" && invocation.message).toContain(message);
  expect(invocation.kind === "usage" && invocation.message).not.toContain("\n");
});

test("no command takes an option that is not in its table", () => {
  const calls = COMMANDS.map(({ name, args = [] }) => [
    name,
    ...args.map(({ choices }) => choices?.[0] ?? "1"),
    "--bogus",
  ]);

  expect(calls.map((argv) => parseCommandLine(argv).kind)).toEqual(COMMANDS.map(() => "usage"));
});

test("the output options of a broken command line are still honoured", () => {
  const formats = [
    ["bogus", "--json"],
    ["query", "x", "--bogus", "-j"],
    ["--text", "bogus"],
    ["query", "--bogus", "--output-format", "text"],
    ["query", "--bogus", "--", "--json"],
  ].map((argv) => {
    const invocation = parseCommandLine(argv);
    return invocation.kind === "usage" ? invocation.globals.format : "parsed";
  });

  expect(formats).toEqual(["json", "json", "text", "text", undefined]);
});

test("the version is asked for by an option in any place", () => {
  const kinds = [["--version"], ["-V"], ["--db", "x", "--version"], ["stats", "--version"]].map(
    (argv) => parseCommandLine(argv).kind,
  );

  expect(kinds).toEqual(["version", "version", "version", "version"]);
});
