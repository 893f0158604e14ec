import { CONTEXT_FORMATS, contextToWire, recallMetaToWire } from "@memorymaster/core";

import { choiceOption, numberOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { cleanText } from "../output/clean-text.ts";
import { recallRequest } from "./recall-request.ts";

const DEFAULT_LIMIT = 100;
const DEFAULT_BUDGET = 2_000;
const NOTHING = "(no relevant context found)";

export const recall: RunCommand = async (run, input) => {
  const { memory } = await run.open("read");
  const packed = await memory.recall.context({
    ...recallRequest(input, DEFAULT_LIMIT),
    tokenBudget: numberOption(input, "budget") ?? DEFAULT_BUDGET,
    outputFormat: choiceOption(input, "format", CONTEXT_FORMATS),
  });
  return {
    data: contextToWire(packed),
    meta: { ...recallMetaToWire(packed.meta) },
    text: () => (packed.claimsIncluded === 0 ? NOTHING : cleanText(packed.output)),
  };
};
