import { requireOperator } from "../access/require-operator.ts";
import { InvalidInputError } from "../errors/errors.ts";
import { runOrRehearse } from "../governance/run-or-rehearse.ts";
import type { MemoryContext } from "../memory-types.ts";
import { purgeFiles } from "../redaction/purge-files.ts";
import { EXPORT_SCHEMA } from "../transfer/line-format.ts";
import { findMatches } from "./find-matches.ts";
import { takeIn } from "./take-in.ts";
import type { AdoptOutcome, MergeOptions, MergeResult, MergeSource, RefusedClaim } from "./types.ts";

function requireSameSchema({ schemaVersion: found }: MergeSource): void {
  if (found === undefined || found === EXPORT_SCHEMA) return;
  const message = `The source has schema version ${found}, this store ${EXPORT_SCHEMA}: bring the older one up to date`;
  throw new InvalidInputError("input.invalid", message, { details: { field: "source", found, known: EXPORT_SCHEMA } });
}

/**
 * Takes the claims of another store in, and settles those that both have. Again is harmless: what is the same writes
 * nothing.
 *
 * @throws ForbiddenError `access.denied` for anyone but the local operator
 * @throws InvalidInputError `input.invalid` when the schemas differ
 */
export async function mergeDatabases(
  context: MemoryContext,
  source: MergeSource,
  { keepStatus = false, dryRun = false, onProgress }: MergeOptions = {},
): Promise<MergeResult> {
  requireOperator(context.authority, "configure");
  requireSameSchema(source);
  const { reader } = source;
  const total = await reader.count("claims");
  // A server may run the work again: each run counts for itself.
  const work = async () => {
    const counts = { taken: 0, updated: 0, skipped: 0, refused: 0, erased: 0 };
    const refused: RefusedClaim[] = [];
    const onOutcome = (outcome: AdoptOutcome): void => {
      counts[outcome.outcome] += 1;
      if (outcome.outcome === "refused") refused.push(outcome);
      else if (outcome.changes.includes("erased")) counts.erased += 1;
    };
    let scanned = 0;
    const onBatch = (claims: number): void => onProgress?.((scanned += claims), total);
    const matches = await findMatches(context, reader);
    const options = { eventType: "sync", keepStatus } as const;
    const { left } = await takeIn(context, { reader, matches, options, onOutcome, onBatch });
    return { counts, refused, left };
  };
  const { counts, refused, left } = dryRun ? await runOrRehearse(context.store, work, { dryRun }) : await work();
  if (counts.erased > 0 && !dryRun) await purgeFiles(context);
  const { taken: merged, updated, skipped, refused: errors } = counts;
  return { scanned: merged + updated + skipped + errors, merged, updated, skipped, errors, refused, left };
}
