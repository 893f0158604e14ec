import { LINK_TYPE_NAMES, linkToWire } from "@memorymaster/core";

import { argument, choiceOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { linkText, listText } from "../output/claim-text.ts";

export const links: RunCommand = async (context, input) => {
  const { memory } = await context.open("read");
  const found = await memory.links.list(argument(input, 0), choiceOption(input, "type", LINK_TYPE_NAMES));
  return {
    data: { rows: found.length, links: found.map(linkToWire) },
    text: () => listText(found.map(linkText)),
  };
};
