import type { ClaimInput } from "@memorymaster/core";
import { claimInputFromJson, claimToWire, InvalidInputError, VISIBILITIES, VOLATILITIES } from "@memorymaster/core";
import * as z from "zod";

import { CLAIM_OUTPUT } from "../claim-detail-level.ts";
import { claimLine, lines } from "../readable.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, WRITE } from "../tool.ts";

const text = z.string().default("");

const INPUT = {
  text: z.string().describe("One statement, 1..10000 characters"),
  sources_json: z
    .string()
    .default("[]")
    .describe(
      'JSON array of "source|locator|excerpt" or {source, locator?, excerpt?}; e.g. ["docs/ops.md|L12|listens on 7443"]',
    ),
  idempotency_key: text,
  claim_type: text.describe("fact, decision, gotcha, constraint, …"),
  subject: text,
  predicate: text,
  object_value: text,
  scope: z.string().default("project"),
  volatility: z.enum(VOLATILITIES).optional().describe("Default medium"),
  confidence: z.number().optional().describe("0..1, default 0.5"),
  event_time: text,
  valid_from: text.describe("ISO-8601"),
  valid_until: text.describe("ISO-8601, exclusive"),
  supersedes_claim_id: z
    .union([z.number(), z.string()])
    .optional()
    .describe("Claim that this one corrects; files a proposal"),
  source_agent: text,
  holder: text,
  visibility: z.enum(VISIBILITIES).optional().describe("Default public"),
};

function notSources(why: string): InvalidInputError {
  return new InvalidInputError("input.invalid", `sources_json ${why}`, { details: { field: "sources_json" } });
}

function parsedSources(json: string): readonly unknown[] {
  let sources: unknown;
  try {
    sources = JSON.parse(json.trim() === "" ? "[]" : json);
  } catch {
    throw notSources("is no valid JSON");
  }
  if (Array.isArray(sources)) return sources;
  throw notSources("is no JSON array");
}

/** The arguments in the shape that bulk files have too, so that one schema reads both. */
function claimInput({ sources_json, ...fields }: z.output<z.ZodObject<typeof INPUT>>): ClaimInput {
  return claimInputFromJson({ ...fields, citations: parsedSources(sources_json) });
}

/** A caller whom the operator named writes in its own name only. */
function ownAgent(principal: string | undefined): Pick<ClaimInput, "sourceAgent"> {
  return principal === undefined ? {} : { sourceAgent: principal };
}

function overruled(principal: string | undefined, given: string): readonly string[] {
  const isOther = principal !== undefined && given !== "" && given !== principal;
  return isOther ? ["ignored_fields:source_agent"] : [];
}

export const ingestClaim: ToolDefinition = defineTool({
  name: "ingest_claim",
  description:
    "Remembers one statement with its sources as an unverified claim. Repeats are recognised, contradictions are named, secrets are refused.",
  annotations: WRITE,
  action: "ingest",
  inTeam: true,
  database: "create",
  rateCost: 1,
  input: INPUT,
  output: {
    claim: CLAIM_OUTPUT,
    deduplicated: z.boolean(),
    revived: z.boolean(),
    warnings: z.array(z.string()),
    proposal_event_id: z.number(),
  },
  async run({ memory, principal, input }) {
    const stored = await memory.claims.ingest({ ...claimInput(input), ...ownAgent(principal) });
    const { claim, deduplicated, revived, proposalEventId } = stored;
    const warnings = [...stored.warnings, ...overruled(principal, input.source_agent)];
    const proposal = proposalEventId === undefined ? {} : { proposal_event_id: proposalEventId };
    const named = warnings.length === 0 ? {} : { warnings };
    return {
      result: { claim: claimToWire(claim), deduplicated, revived, ...named, ...proposal },
      text: lines(`${deduplicated ? "Known already" : "Stored"} ${claimLine(claim)}`, warnings),
    };
  },
});
