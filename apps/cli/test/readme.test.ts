import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { CommandSpec } from "../src/command.ts";
import { GLOBAL_OPTIONS, TEXT_OPTION } from "../src/global-options.ts";
import type { OptionSpec } from "../src/option-spec.ts";
import { COMMANDS } from "../src/table/commands.ts";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** What stands in the README between the two marks of this name. */
function section(name: string): string[] {
  const text = README.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0] ?? "";
  return text.trim().split("\n");
}

function commandLine({ name, about, args = [], options = [] }: CommandSpec): string {
  const words = args.map(({ name: own, optional, variadic }) => {
    const word = variadic === true ? `${own}...` : own;
    return optional === true ? `[${word}]` : `<${word}>`;
  });
  const flags = options.filter((option) => option.hidden !== true).map((option) => `\`${option.flags}\``);
  const takes = flags.length === 0 ? "" : `; ${flags.join(", ")}`;
  return `- \`${[name, ...words].join(" ")}\`: ${about}${takes}`;
}

const optionLine = ({ flags, about }: OptionSpec): string => `- \`${flags}\`: ${about}`;

test("the README lists every command with its arguments and options", () => {
  expect(section("commands")).toEqual(COMMANDS.map(commandLine));
});

test("the README lists every global option", () => {
  expect(section("globals")).toEqual([...GLOBAL_OPTIONS, TEXT_OPTION].map(optionLine));
});
