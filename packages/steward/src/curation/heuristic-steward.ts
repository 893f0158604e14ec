import type { Claim } from "@memorymaster/core";
import { runOrRehearse } from "@memorymaster/core/jobs";
import { deterministicJob } from "../deterministic/deterministic-job.ts";
import { isHardFailed } from "../deterministic/judge-check.ts";
import { extractorJob } from "../extractor/extractor-job.ts";
import type { Job, StepResult } from "../types.ts";
import { validatorJob } from "../validator/validator-job.ts";
import { overClaims } from "./over-claims.ts";

/** What rules alone can do for candidates; without `writes` it is rolled back. */
export async function heuristicSteward(
  job: Job,
  claims: readonly Claim[],
  { writes, autoValidate }: { readonly writes: boolean; readonly autoValidate: boolean },
): Promise<{ readonly extractor: StepResult; readonly checks: StepResult | null; readonly validator: StepResult }> {
  const narrowed = overClaims(job, claims);
  const work = async (): Promise<Awaited<ReturnType<typeof heuristicSteward>>> => ({
    extractor: await extractorJob(narrowed),
    checks: autoValidate ? await deterministicJob(job, { onlyIds: claims.map(({ id }) => id) }) : null,
    validator: await validatorJob(narrowed, { isHardFailed }),
  });
  return writes ? work() : runOrRehearse(job.context.store, work, { dryRun: true });
}
