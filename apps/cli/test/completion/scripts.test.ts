import { expect, test } from "vitest";

import { bashCompletion } from "../../src/completion/bash.ts";
import { fishCompletion } from "../../src/completion/fish.ts";
import { commandFlags, globalFlags } from "../../src/completion/flags.ts";
import { zshCompletion } from "../../src/completion/zsh.ts";
import { COMMANDS } from "../../src/table/commands.ts";

test.each([
  ["bash", bashCompletion],
  ["zsh", zshCompletion],
  ["fish", fishCompletion],
])("the script for %s knows every command, option and choice", (_shell, script) => {
  const text = script(COMMANDS);
  const flags = [...globalFlags(), ...COMMANDS.flatMap(commandFlags)];
  const words = [
    ...COMMANDS.map(({ name }) => name),
    ...flags.flatMap(({ long, choices }) => [long.slice(2), ...choices]),
  ];

  expect([...new Set(words)].filter((word) => !text.includes(word))).toEqual([]);
});

test("an apostrophe in a description does not end a quotation", () => {
  const spec = { name: "odd", about: "it's [odd]: yes", examples: [], load: () => expect.unreachable() };

  expect(zshCompletion([spec])).toContain(String.raw`'odd:it'\''s [odd]\: yes'`);
  expect(fishCompletion([spec])).toContain(String.raw`-d 'it\'s [odd]: yes'`);
});
