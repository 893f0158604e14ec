import { TURN_SEARCH_MODES, turnMetaToWire, turnRowToWire } from "@memorymaster/core";
import type { Turn } from "@memorymaster/core";

import { choiceOption, numberOption, textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { cleanLine, cleanText } from "../output/clean-text.ts";
import { questionOf } from "./recall-request.ts";

const lineOf = ({ position, speaker, role, content }: Turn): string =>
  `${position} ${cleanLine(speaker ?? role)}: ${cleanLine(content)}`;

export const searchVerbatim: RunCommand = async (context, input) => {
  const { memory } = await context.open("read");
  const result = await memory.verbatim.search({
    query: questionOf(input),
    scope: textOption(input, "scope"),
    limit: numberOption(input, "limit"),
    mode: choiceOption(input, "mode", TURN_SEARCH_MODES),
    window: numberOption(input, "window"),
    asOf: textOption(input, "asOf"),
    tokenBudget: numberOption(input, "budget"),
  });
  const { block, rows } = result;
  if (block !== undefined) {
    return {
      data: { output: block.output, tokens_used: block.tokensUsed, included: block.included },
      meta: { ...turnMetaToWire(result) },
      text: () => cleanText(block.output),
    };
  }
  return {
    data: rows.map(turnRowToWire),
    meta: { ...turnMetaToWire(result) },
    text: (paint) => {
      if (rows.length === 0) return "nothing relevant found";
      const shown = rows.map((row) => {
        const facts = `${row.timestamp} ${cleanLine(row.sessionId)} ${cleanLine(row.scope)} score=${row.score.toFixed(3)}`;
        const turns = [...(row.neighbours ?? []), row].sort((a, b) => a.position - b.position || a.id - b.id);
        return [paint.faint(facts), ...turns.map((turn) => `  ${lineOf(turn)}`)].join("\n");
      });
      return shown.join("\n");
    },
  };
};
