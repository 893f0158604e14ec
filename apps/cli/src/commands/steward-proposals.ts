import { proposalToWire } from "@memorymaster/core";

import { numberOption, switchOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { proposalText } from "../output/proposal-text.ts";

export const stewardProposals: RunCommand = async (context, input) => {
  const { memory } = await context.open("read");
  const { items, hasMore } = await memory.governance.proposals({
    limit: numberOption(input, "limit"),
    includeResolved: switchOption(input, "includeResolved"),
  });
  return {
    data: { rows: items.length, proposals: items.map(proposalToWire) },
    meta: { has_more: hasMore },
    text: (paint) => {
      const more = hasMore ? "; there are more, see --limit" : "";
      const none = items.length === 0 && !hasMore ? ["No proposal waits for a decision."] : [];
      return [...none, ...items.map((item) => proposalText(item, paint)), `rows=${items.length}${more}`].join("\n");
    },
  };
};
