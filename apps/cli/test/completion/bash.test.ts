import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { bashCompletion } from "../../src/completion/bash.ts";
import { COMMANDS } from "../../src/table/commands.ts";

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]): string[] {
  const ask = 'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _memorymaster; printf "%s\\n" "${COMPREPLY[@]}"';
  const script = `${bashCompletion(COMMANDS)}\nCOMP_WORDS=(memorymaster "$@")\n${ask}`;
  const output = execFileSync("bash", ["--norc", "-c", script, "bash", ...words], { encoding: "utf8" });
  return output.split("\n").filter((line) => line !== "");
}

test.skipIf(process.platform === "win32").each([
  ["commands that begin so", ["li"], ["list-claims", "list-events", "link", "links"]],
  ["commands after a global option with a value", ["--db", "memory.db", "quer"], ["query"]],
  ["options of the command", ["pin", "--un"], ["--unpin"]],
  ["global options after the command", ["query", "x", "--out"], ["--output-format"]],
  ["values of an option", ["ingest", "--volatility", ""], ["low", "medium", "high"]],
  ["values of a global option", ["stats", "--log-level", "w"], ["warning"]],
  ["values of a global option before the command", ["--output-format", "j"], ["json"]],
  ["fixed words of an argument", ["completion", "z"], ["zsh"]],
  ["nothing for a value of free text", ["ingest", "--text", ""], []],
])("bash offers %s", (_what, words, expected) => {
  expect(offered(...words).sort()).toEqual([...expected].sort());
});
