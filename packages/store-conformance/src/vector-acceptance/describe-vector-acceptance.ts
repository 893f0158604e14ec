import { describe, test } from "vitest";
import { openBench } from "./bench.ts";
import type { AcceptanceParts } from "./bench.ts";
import { READS } from "./reads.ts";
import { UPKEEP } from "./upkeep.ts";
import { WRITES } from "./writes.ts";

const TIMEOUT_MS = 120_000;

/**
 * Puts the use cases over an index outside of the store through the rules of governed reads, on a given index and
 * store. The numbers are those of the specification; what concerns the transport of one index is shown beside it.
 *
 * @see spec/qdrant.md §1 and §9
 */
export function describeVectorAcceptance(name: string, parts: AcceptanceParts): void {
  describe(`governed vectors, ${name}`, () => {
    for (const [rule, run] of Object.entries({ ...READS, ...WRITES, ...UPKEEP })) {
      test(rule, { timeout: TIMEOUT_MS }, async () => {
        await using bench = await openBench(parts);
        await run(bench);
      });
    }
  });
}
