import { viewerOf } from "../access/authority.ts";
import { normalizeTime } from "../claims/time.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { jsonLayout } from "./formats/json.ts";
import type { Layout } from "./formats/layout.ts";
import { textLayout } from "./formats/text.ts";
import { xmlLayout } from "./formats/xml.ts";
import { markPast } from "./pack-replacements.ts";
import { packRows } from "./pack-rows.ts";
import { queryClaims } from "./query-claims.ts";
import type { ContextFormat, ContextRequest, ContextResult } from "./types.ts";
import { CONTEXT_FORMATS } from "./types.ts";

const DEFAULT_TOKEN_BUDGET = 4_000;
const DEFAULT_LIMIT = 100;

const LAYOUTS: Readonly<Record<ContextFormat, Layout>> = { text: textLayout, xml: xmlLayout, json: jsonLayout };

/**
 * A block of the claims that matter for a question, as large as the budget allows. When the past is asked about, it says
 * of each which still hold, and what has replaced the others. The output ends in a line break and is
 * to be printed as it is: the budget counts every byte of it.
 *
 * @throws InvalidInputError `input.invalid` for the budget, also when it cannot hold the empty frame, or the format; and
 * what {@link queryClaims} throws
 */
export async function packContext(context: MemoryContext, request: ContextRequest): Promise<ContextResult> {
  const { tokenBudget = DEFAULT_TOKEN_BUDGET, outputFormat = "text", limit = DEFAULT_LIMIT } = request;
  if (!Number.isSafeInteger(tokenBudget) || tokenBudget < 1) {
    throw invalid("token_budget", "token_budget must be a positive integer");
  }
  if (!CONTEXT_FORMATS.includes(outputFormat)) {
    throw invalid("output_format", `output_format must be one of ${CONTEXT_FORMATS.join(", ")}`);
  }
  const { rows: found, meta } = await queryClaims(context, { ...request, limit, withCitations: true });
  const nowMs = context.clock.nowMs();
  const asOf = request.asOf === undefined ? undefined : normalizeTime(request.asOf, "as_of");
  const viewer = viewerOf(context.authority, request.allowSensitive ?? false);
  const shown = asOf === undefined ? found : await markPast(found, { store: context.store, viewer, nowMs });
  const packing = { layout: LAYOUTS[outputFormat], tokenBudget, nowMs, asOf };
  const { output, tokensUsed, rows } = packRows(shown, packing);
  return {
    output,
    claimsConsidered: found.length,
    claimsIncluded: rows.length,
    tokensUsed,
    tokenBudget,
    format: outputFormat,
    rows,
    meta,
  };
}

function invalid(field: string, message: string): InvalidInputError {
  return new InvalidInputError("input.invalid", message, { details: { field } });
}
