import { LINK_TYPE_NAMES, linkToWire } from "@memorymaster/core";

import { argument, choiceOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { linkText } from "../output/claim-text.ts";

export const link: RunCommand = async (context, input) => {
  const { memory } = await context.open("write");
  const type = choiceOption(input, "type", LINK_TYPE_NAMES) ?? "relates_to";
  const added = await memory.links.add(argument(input, 0), argument(input, 1), type);
  return { data: linkToWire(added), text: () => linkText(added) };
};
