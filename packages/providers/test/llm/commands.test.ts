import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { CommandOptions, CommandProvider } from "../../src/index.ts";
import { claudeTranscriptFolder, commandEnvironment, purgeTranscripts } from "../../src/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { GOOD, modelWorld, question } from "./support/model-world.ts";
import type { ModelWorld } from "./support/model-world.ts";

interface CommandWorld extends ModelWorld {
  readonly folder: string;
  readonly scratch: string;
  /** What the program was given at its last call. */
  readonly given: () => { readonly args: string[]; readonly input: string; readonly cwd: string; readonly env: object };
}

const ANSWERS = `process.stdout.write(${JSON.stringify(`Here:\n${GOOD}\n`)});`;

/** A program in place of the real one: says its version, writes down what it is given, then does as told. */
function start(provider: CommandProvider, does: string, more: Partial<CommandOptions> = {}): CommandWorld {
  const folder = temporaryFolder();
  const scratch = join(folder, "state", "scratch");
  const program = join(folder, "program.mjs");
  const notes = join(folder, "given.json");
  writeFileSync(
    program,
    `import { appendFileSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
const args = process.argv.slice(2);
if (args[0] === "--version") process.exit(0);
let input = "";
for await (const piece of process.stdin) input += piece;
writeFileSync(${JSON.stringify(notes)}, JSON.stringify({ args, input, cwd: process.cwd(), env: process.env }));
${does}`,
  );
  const environment = { PATH: "/usr/bin", HOME: folder };
  const options = { command: [process.execPath, program] as const, scratchFolder: scratch, environment, ...more };
  const world = modelWorld({ provider, connections: { [provider]: options } });
  const given: CommandWorld["given"] = () =>
    JSON.parse(readFileSync(notes, "utf8")) as ReturnType<CommandWorld["given"]>;
  return { folder, scratch, given, ...world };
}

const ARGUMENTS: Readonly<Record<CommandProvider, readonly string[]>> = {
  claude_cli: ["--print", "--model", "claude-haiku-4-5-20251001", "--tools", "", "--strict-mcp-config"],
  opencode: ["run", "--model", "openai/gpt-5.4-mini", "--variant", "medium"],
};

describe.each(Object.entries(ARGUMENTS) as [CommandProvider, readonly string[]][])("%s", (provider, args) => {
  test("is given the prompt on its input, with the schema, and answers on its output", async () => {
    const { model, given } = start(provider, ANSWERS);

    const answer = await model.ask(question({ text: "A: déjà vu. B: 既視感." }));

    expect(answer).toMatchObject({ outcome: "ok", provider, value: { same: true } });
    expect(given().args).toEqual(args);
    expect(given().input).toContain("A: déjà vu. B: 既視感.");
    expect(given().input).toContain('"same"');
  });

  test("L33, F34: runs in its scratch folder, with no variable but those it is given", async () => {
    const { model, given, scratch } = start(provider, ANSWERS);

    await model.ask(question());

    expect(given().cwd).toContain("scratch");
    expect(existsSync(scratch)).toBe(true);
    expect(
      Object.keys(given().env)
        .filter((name) => !/^(?:__|LC_|SystemRoot)/i.test(name))
        .sort(),
    ).toEqual(["HOME", "PATH"]);
  });

  test("F22: secrets are taken out of what it is given", async () => {
    const { model, given } = start(provider, ANSWERS);

    await model.ask(question({ text: `the token is ${"ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"}` }));

    expect(given().input).not.toContain("ghp_");
  });

  test("F29: an empty answer is told as such, and a broken program is something else", async () => {
    const empty = start(provider, "");
    const broken = start(provider, "", { command: [process.execPath, join(temporaryFolder(), "missing.mjs")] });
    const absent = start(provider, "", { command: [join(temporaryFolder(), "missing")] });

    expect(await empty.model.ask(question())).toMatchObject({ outcome: "empty" });
    expect(await broken.model.ask(question())).toMatchObject({ outcome: "no_provider" });
    expect(await absent.model.ask(question())).toMatchObject({ outcome: "no_provider" });
  });

  test.each([
    ["ends with an error", 'process.stderr.write("qzx-sentinel: boom"); process.exit(3);', "transport_error", "code 3"],
    [
      "floods",
      'const flood = () => process.stdout.write("x".repeat(65536), flood); flood();',
      "transport_error",
      "over 1 MiB",
    ],
    [
      "says that its quota is used up",
      'process.stderr.write("HTTP 429: qzx-sentinel"); process.exit(1);',
      "quota",
      provider,
    ],
    ["says so and ends well", 'process.stdout.write("Usage quota exceeded, qzx-sentinel");', "quota", provider],
    ["answers in another form", 'process.stdout.write("qzx-sentinel");', "invalid", provider],
  ])("one that %s is told by what it did, without its words", async (...[, does, outcome, detail]) => {
    const { model, failures, lines } = start(provider, does);
    const given = question({ timeoutMs: outcome === "quota" ? 5_000 : 20_000 });

    const answer = await model.ask(given);

    expect(answer).toMatchObject({ outcome, provider, detail: expect.stringContaining(detail) as string });
    expect(JSON.stringify([answer, failures, lines])).not.toContain("qzx-sentinel");
  });

  test("one that hangs ends at the deadline, with all that it has started", async () => {
    const beats = join(temporaryFolder(), "beats");
    const child = `setInterval(() => require("node:fs").appendFileSync(${JSON.stringify(beats)}, "."), 20)`;
    const { model } = start(
      provider,
      `spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "ignore" }); setInterval(() => undefined, 1000);`,
    );

    const answer = await model.ask(question({ timeoutMs: 1_500 }));

    expect(answer).toMatchObject({ outcome: "timeout", provider });
    const before = existsSync(beats) ? readFileSync(beats, "utf8") : "";
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(existsSync(beats) ? readFileSync(beats, "utf8") : "").toBe(before);
  });
});

test("a program gets the variables it needs and no other secret", () => {
  const environment = {
    PATH: "/bin",
    HOME: "/root",
    XDG_CONFIG_HOME: "/root/.config",
    ANTHROPIC_API_KEY: "a",
    GEMINI_API_KEY: "b",
    AWS_SECRET_ACCESS_KEY: "c",
    MEMORYMASTER_ENCRYPTION_KEY: "d",
    LANG: undefined,
  };

  expect(commandEnvironment("claude_cli", environment)).toEqual({
    PATH: "/bin",
    HOME: "/root",
    XDG_CONFIG_HOME: "/root/.config",
    ANTHROPIC_API_KEY: "a",
  });
});

test("F34, L33: sessions older than two days go, younger ones and what links lead to stay", async () => {
  const home = temporaryFolder();
  const folder = claudeTranscriptFolder(home, "/home/maria/.memorymaster/claude_cli_scratch");
  mkdirSync(join(folder, "nested"), { recursive: true });
  const now = Date.parse("2026-05-10T00:00:00Z");
  const write = (path: string, ageHours: number): void => {
    writeFileSync(path, "{}");
    utimesSync(path, (now - ageHours * 3_600_000) / 1_000, (now - ageHours * 3_600_000) / 1_000);
  };
  const other = temporaryFolder();
  write(join(other, "kept.jsonl"), 100);
  write(join(folder, "old.jsonl"), 49);
  write(join(folder, "nested", "old.jsonl"), 72);
  write(join(folder, "young.jsonl"), 47);
  symlinkSync(other, join(folder, "link"));

  const removed = await purgeTranscripts([folder, join(home, "not-there")], { clock: { nowMs: () => now } });

  expect(removed).toBe(2);
  expect(folder).toContain(join(".claude", "projects", "-home-maria--memorymaster-claude-cli-scratch"));
  expect(readdirSync(folder).sort()).toEqual(["link", "nested", "young.jsonl"]);
  expect(readdirSync(other)).toEqual(["kept.jsonl"]);
});
