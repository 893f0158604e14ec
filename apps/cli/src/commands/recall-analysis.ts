import { breakdownToWire, InvalidInputError, recallAnalysisToWire } from "@memorymaster/core";

import { textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { listText, recallRowText } from "../output/claim-text.ts";
import { recallRequest } from "./recall-request.ts";

const DEFAULT_LIMIT = 10;

export const recallAnalysis: RunCommand = async (context, input) => {
  const question = textOption(input, "query");
  if (question === undefined) {
    throw new InvalidInputError("input.missing", "The text to look for is missing", { details: { field: "query" } });
  }
  const options = { ...input.options, retrievalMode: input.options["mode"] };
  const { memory } = await context.open("read");
  const analysis = await memory.recall.analysis({
    ...recallRequest({ args: [question], options }, DEFAULT_LIMIT),
    withCitations: true,
  });
  return {
    data: recallAnalysisToWire(analysis),
    text: (paint) => {
      const rows = analysis.rows.map(
        (row) => `${recallRowText(row, paint)}\n  breakdown: ${JSON.stringify(breakdownToWire(row.breakdown))}`,
      );
      const rankings = Object.entries(analysis.componentRankings).map(
        ([part, ids]: [string, readonly number[]]) => `${part}: ${ids.join(" ")}`,
      );
      const dropped = analysis.dropped.map(({ claimId, reason }) => `dropped: claim_id=${claimId} ${reason}`);
      const found = rows.length === 0 ? "nothing relevant found" : listText(rows);
      return [found, `weights: ${JSON.stringify(analysis.weights)}`, ...rankings, ...dropped].join("\n");
    },
  };
};
