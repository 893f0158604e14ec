import { InvalidInputError } from "../errors/errors.ts";
import { countTokens, tokensOfBytes, utf8Bytes } from "./count-tokens.ts";
import type { FrameFacts, Layout } from "./formats/layout.ts";
import type { RecallRow } from "./types.ts";

export interface Packing {
  readonly layout: Layout;
  /** Upper bound of the whole output, ≥ 1. */
  readonly tokenBudget: number;
  /** The present, in milliseconds since the epoch. */
  readonly nowMs: number;
}

export interface PackedRows {
  readonly output: string;
  /** Exactly the size of the output. */
  readonly tokensUsed: number;
  /** In the order given. */
  readonly rows: readonly RecallRow[];
}

/**
 * Takes rows in their order as long as the output, frame included, fits the budget; a row that does not fit is left out,
 * and a later, smaller one may still come in.
 *
 * @throws InvalidInputError `input.invalid` when not even the empty frame fits; `details.minimum` says what would
 */
export function packRows(rows: readonly RecallRow[], { layout, tokenBudget, nowMs }: Packing): PackedRows {
  const frame = { considered: rows.length, tokenBudget };
  const taken: RecallRow[] = [];
  const blocks: string[] = [];
  let bytes = 0;
  let facts = settle(layout, { ...frame, included: 0 }, 0);
  if (facts.tokensUsed > tokenBudget) throw tooSmall(facts.tokensUsed);
  for (const row of rows) {
    const block = layout.block(row, nowMs);
    const more = bytes + utf8Bytes(block) + (taken.length === 0 ? 0 : utf8Bytes(layout.separator));
    const next = settle(layout, { ...frame, included: taken.length + 1 }, more);
    if (next.tokensUsed > tokenBudget) continue;
    taken.push(row);
    blocks.push(block);
    bytes = more;
    facts = next;
  }
  const output = layout.head(facts) + blocks.join(layout.separator) + layout.tail(facts);
  return { output, tokensUsed: countTokens(output), rows: taken };
}

function tooSmall(minimum: number): InvalidInputError {
  return new InvalidInputError(
    "input.invalid",
    `token_budget is too small for the empty frame, which takes ${minimum}`,
    {
      details: { field: "token_budget", minimum },
    },
  );
}

/**
 * The frame states the size of the whole, and its own size depends on that number. Writing the number that comes out can
 * only add digits, and each digit adds at most one token, so that repeating it ends after a few rounds.
 */
function settle(layout: Layout, facts: Omit<FrameFacts, "tokensUsed">, blockBytes: number): FrameFacts {
  let tokensUsed = 0;
  for (;;) {
    const settled = { ...facts, tokensUsed };
    const size = tokensOfBytes(utf8Bytes(layout.head(settled)) + blockBytes + utf8Bytes(layout.tail(settled)));
    if (size === tokensUsed) return settled;
    tokensUsed = size;
  }
}
