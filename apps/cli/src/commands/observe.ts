import { observedType } from "@memorymaster/bridges";

import { switchOption, textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const AGENT = "context-hook";
const MAX_LENGTH = 2_000;
const CONFIDENCE = 0.6;
const NO_MATCH = "no_pattern_match";
/** Of a note that is taken although none of the words stands in it. */
const FORCED_TYPE = "fact";

export const observe: RunCommand = async (context, input) => {
  const given = textOption(input, "text");
  if (given === undefined) throw new UsageError("required option '--text <text>' not given");
  const text = [...given.trim()].slice(0, MAX_LENGTH).join("");
  const claimType = observedType(text) ?? (switchOption(input, "force") ? FORCED_TYPE : undefined);
  if (claimType === undefined) {
    const data = { ingested: false, claim_type: null, claim_id: null, reason: NO_MATCH };
    return { data, text: () => `ingested nothing: ${NO_MATCH}` };
  }
  const { memory } = await context.open("create");
  const citations = [{ source: textOption(input, "source") ?? "session" }];
  const scope = textOption(input, "scope");
  const note = { text, claimType, citations, scope, confidence: CONFIDENCE, sourceAgent: AGENT };
  const { claim, deduplicated } = await memory.claims.ingest(note, { onSecret: "redact" });
  const reason = deduplicated ? "duplicate" : undefined;
  return {
    data: { ingested: !deduplicated, claim_type: claimType, claim_id: claim.id, ...(deduplicated && { reason }) },
    text: () => `${deduplicated ? "existing" : "ingested"} claim_id=${claim.id} type=${claimType}`,
  };
};
