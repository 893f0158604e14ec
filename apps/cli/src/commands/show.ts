import { claimToWire, historyRow, linkToWire } from "@memorymaster/core";

import { argument, numberOption, switchOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { claimText, historyText, linkText } from "../output/claim-text.ts";
import { cleanText } from "../output/clean-text.ts";

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
const section = (name: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`  ${name}:`, ...lines.map(indented)];

export const show: RunCommand = async (context, input) => {
  const { memory } = await context.open("read");
  const { claim, links, entries } = await memory.claims.detail(argument(input, 0), {
    historyLimit: numberOption(input, "limit") ?? 50,
    allowSensitive: switchOption(input, "allowSensitive"),
  });
  return {
    data: {
      claim: claimToWire(claim),
      links: links.map(linkToWire),
      history: entries.map((entry) => historyRow(entry)),
    },
    text: (paint) =>
      [
        claimText(claim, paint),
        ...section("full text", claim.text.includes("\n") ? [cleanText(claim.text)] : []),
        ...section("links to other claims", links.map(linkText)),
        ...section(
          "history",
          entries.map((entry) => historyText(entry, paint)),
        ),
      ].join("\n"),
  };
};
