import { breakdownToWire, droppedRowToWire, recallMetaToWire, recallRowToWire } from "@memorymaster/core";

import { switchOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { listText, recallRowText } from "../output/claim-text.ts";
import { recallRequest } from "./recall-request.ts";

const DEFAULT_LIMIT = 20;

export const query: RunCommand = async (context, input) => {
  const { memory } = await context.open("read");
  const explain = switchOption(input, "explain");
  const result = await memory.recall.query({
    ...recallRequest(input, DEFAULT_LIMIT),
    autoClassify: switchOption(input, "autoClassify"),
    explain,
    withCitations: true,
  });
  const dropped = result.dropped.map(droppedRowToWire);
  return {
    data: result.rows.map((row) => recallRowToWire(row, explain)),
    meta: { ...recallMetaToWire(result.meta), ...(explain && { dropped }) },
    text: (paint) => {
      if (result.rows.length === 0) return "nothing relevant found";
      const rows = result.rows.map((row) => {
        const parts = explain ? `\n  breakdown: ${JSON.stringify(breakdownToWire(row.breakdown))}` : "";
        return recallRowText(row, paint) + parts;
      });
      const trace = explain ? dropped.map((drop) => `dropped: claim_id=${drop.claim_id} ${drop.reason}`) : [];
      return [listText(rows), ...trace].join("\n");
    },
  };
};
