import { InvalidInputError } from "../errors/errors.ts";
import { countTokens, tokensOfBytes, utf8Bytes } from "./count-tokens.ts";
import type { FrameFacts, Layout, ShownRow } from "./formats/layout.ts";
import { foldRepeats } from "./pack-repeats.ts";
import type { RowGroup } from "./pack-repeats.ts";
import type { RecallRow } from "./types.ts";

export interface Packing {
  readonly layout: Layout;
  /** Upper bound of the whole output, ≥ 1. */
  readonly tokenBudget: number;
  /** The present, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The time asked about, in stored form. Absent = the present. */
  readonly asOf?: string | undefined;
}

export interface PackedRows {
  readonly output: string;
  /** Exactly the size of the output. */
  readonly tokensUsed: number;
  /** Those shown, in their order. */
  readonly rows: readonly RecallRow[];
}

/**
 * Takes rows in their order as long as the output, frame included, fits the budget; a row that does not fit is left out,
 * and a later, smaller one may still come in. Rows that say nearly the same are shown once, with how many more there are.
 *
 * @throws InvalidInputError `input.invalid` when not even the empty frame fits; `details.minimum` says what would
 */
export function packRows(rows: readonly ShownRow[], { layout, tokenBudget, nowMs, asOf }: Packing): PackedRows {
  const frame = { considered: rows.length, tokenBudget, asOf };
  const taken: ShownRow[] = [];
  const blocks: string[] = [];
  let bytes = 0;
  let facts = settle(layout, { ...frame, included: 0 }, 0);
  if (facts.tokensUsed > tokenBudget) throw tooSmall(facts.tokensUsed);
  const take = ([row, repeats]: Form): boolean => {
    const block = layout.block({ ...row, repeats }, nowMs);
    const more = bytes + utf8Bytes(block) + (taken.length === 0 ? 0 : utf8Bytes(layout.separator));
    const next = settle(layout, { ...frame, included: taken.length + 1 }, more);
    if (next.tokensUsed > tokenBudget) return false;
    taken.push(row);
    blocks.push(block);
    bytes = more;
    facts = next;
    return true;
  };
  for (const group of foldRepeats(rows)) formsOf(group).some(take);
  const output = layout.head(facts) + blocks.join(layout.separator) + layout.tail(facts);
  return { output, tokensUsed: countTokens(output), rows: taken };
}

type Form = readonly [row: ShownRow, repeats?: readonly number[]];

/** The one that says most with the number of the others; where that does not fit, each of them by itself. */
function formsOf({ shown, repeats }: RowGroup): readonly Form[] {
  const alone = [shown, ...repeats].map((row): Form => [row]);
  return repeats.length === 0 ? alone : [[shown, repeats.map(({ claim }) => claim.id)], ...alone];
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
