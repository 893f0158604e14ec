import { citationFromText, claimToWire, VISIBILITIES, VOLATILITIES } from "@memorymaster/core";
import type { ClaimInput, IngestResult } from "@memorymaster/core";

import type { CommandContext, CommandInput, Outcome } from "../command.ts";
import { choiceOption, listOption, numberOption, switchOption, textOption } from "../command-input.ts";
import { readStdinText } from "../input/read-stdin-text.ts";

function claimInput(input: CommandInput, text: string): ClaimInput {
  return {
    text,
    citations: (listOption(input, "source") ?? []).map((source) => citationFromText(source)),
    claimType: textOption(input, "claimType"),
    subject: textOption(input, "subject"),
    predicate: textOption(input, "predicate"),
    objectValue: textOption(input, "object"),
    scope: textOption(input, "scope"),
    volatility: choiceOption(input, "volatility", VOLATILITIES),
    confidence: numberOption(input, "confidence"),
    eventTime: textOption(input, "eventTime"),
    validFrom: textOption(input, "validFrom"),
    validUntil: textOption(input, "validUntil"),
    supersedes: textOption(input, "supersedes"),
    idempotencyKey: textOption(input, "idempotencyKey"),
    sourceAgent: textOption(input, "sourceAgent"),
    holder: textOption(input, "holder"),
    visibility: choiceOption(input, "visibility", VISIBILITIES),
  };
}

function resultText(result: IngestResult): string {
  const { claim, deduplicated, revived, warnings, redactions, proposalEventId } = result;
  const verb = deduplicated ? "existing" : revived ? "revived" : "ingested";
  const facts = `claim_id=${claim.id} human_id=${claim.humanId} status=${claim.status}`;
  const redacted = redactions.map((name) => `redacted:${name}`);
  const proposal = proposalEventId === undefined ? [] : [`proposal_event_id=${proposalEventId}`];
  return [`${verb} ${facts} citations=${claim.citations.length}`, ...warnings, ...proposal, ...redacted].join("\n");
}

/** Stores the claim that the options describe; `-` as text stands for stdin. */
export async function ingestOne(context: CommandContext, input: CommandInput, text: string): Promise<Outcome> {
  const claim = claimInput(input, text === "-" ? await readStdinText(context.io.stdin) : text);
  const { memory } = await context.open("create");
  const result = await memory.claims.ingest(claim, { onSecret: switchOption(input, "redact") ? "redact" : "reject" });
  const { proposalEventId } = result;
  return {
    data: claimToWire(result.claim),
    meta: {
      total: 1,
      deduplicated: result.deduplicated,
      revived: result.revived,
      warnings: result.warnings,
      redactions: result.redactions,
      ...(proposalEventId !== undefined && { proposal_event_id: proposalEventId }),
    },
    text: () => resultText(result),
  };
}
