import { ConfigError, LIVE_STATUSES, InvalidInputError, recallMetaToWire, recallRowToWire } from "@memorymaster/core";
import type { ClaimStatus } from "@memorymaster/core";

import { listOption, numberOption } from "../command-input.ts";
import type { CommandInput, RunCommand } from "../command.ts";
import { listText, recallRowText } from "../output/claim-text.ts";
import { questionOf } from "./recall-request.ts";
import { requireVectors } from "./require-vectors.ts";

const DEFAULT_LIMIT = 5;
/** Rows asked for beyond the limit, since states and confidence are judged afterwards. */
const DEEPER = 4;
const MOST = 1_000;

function statesOf(input: CommandInput): ReadonlySet<ClaimStatus> {
  const wanted = listOption(input, "states") ?? LIVE_STATUSES;
  const known = wanted.flatMap((state) => LIVE_STATUSES.find((status) => status === state) ?? []);
  if (known.length === wanted.length) return new Set(known);
  const message = `--states takes ${LIVE_STATUSES.join(", ")}`;
  throw new InvalidInputError("input.invalid", message, { details: { field: "states" } });
}

export const qdrantSearch: RunCommand = async (context, input) => {
  const limit = numberOption(input, "limit") ?? DEFAULT_LIMIT;
  const least = numberOption(input, "minConfidence") ?? 0;
  const states = statesOf(input);
  const queryText = questionOf(input);
  const master = await context.open("read");
  requireVectors(master);
  if (master.settings.memory.vector.reads === "off") {
    throw new ConfigError("config.invalid", "MEMORYMASTER_QDRANT_GOVERNED_READS has switched search by meaning off");
  }
  const asked = {
    queryText,
    limit: Math.min(MOST, DEEPER * limit),
    retrievalMode: "qdrant",
    withCitations: true,
  } as const;
  const { rows, meta } = await master.memory.recall.query(asked);
  const kept = rows.filter(({ claim }) => states.has(claim.status) && claim.confidence >= least).slice(0, limit);
  return {
    data: kept.map((row) => recallRowToWire(row, false)),
    meta: { ...recallMetaToWire({ ...meta, limit }) },
    text: (paint) => {
      const by = meta.semantic ? "by meaning and words" : `by words alone: ${meta.containmentReason ?? ""}`;
      const found =
        kept.length === 0 ? "nothing relevant found" : listText(kept.map((row) => recallRowText(row, paint)));
      return `${found}\n${paint.faint(by)}`;
    },
  };
};
