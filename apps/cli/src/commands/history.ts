import { historyRow } from "@memorymaster/core";

import { argument, numberOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { historyText, listText } from "../output/claim-text.ts";

export const history: RunCommand = async (context, input) => {
  const { memory } = await context.open("read");
  const { claim, entries } = await memory.events.history(argument(input, 0), numberOption(input, "limit") ?? 50);
  return {
    data: {
      claim_id: claim.id,
      status: claim.status,
      confidence: claim.confidence,
      timeline: entries.map((entry) => historyRow(entry)),
    },
    text: (paint) => {
      const head = `claim_id=${claim.id} status=${claim.status} confidence=${claim.confidence.toFixed(3)}`;
      return `${head}\n${listText(entries.map((entry) => historyText(entry, paint)))}`;
    },
  };
};
