import { requireOperator } from "../access/require-operator.ts";
import type { MemoryContext } from "../memory-types.ts";
import { takeHistory } from "./history.ts";
import { startRun } from "./run.ts";
import type { LegacyRun } from "./run.ts";
import { surveyClaims } from "./survey.ts";
import { takeClaims } from "./take-claims.ts";
import { takeEntities } from "./take-entities.ts";
import { takeRelations } from "./take-relations.ts";
import type { ImportLegacyOptions, LegacyReport, LegacySource } from "./types.ts";

async function takeAll(run: LegacyRun): Promise<LegacyReport> {
  const survey = surveyClaims(run);
  const entities = await takeEntities(run, "entities", new Map());
  await takeEntities(run, "entity_aliases", entities);
  const added = await takeClaims(run, survey, entities);
  await takeRelations(run, survey);
  await takeEntities(run, "claim_entity_links", entities);
  await takeEntities(run, "entity_edges", entities);
  const chain = await takeHistory(run);
  const { origin, version } = run;
  const newClaims = run.target === undefined ? undefined : added;
  return { origin, version, tables: run.tables(), rows: run.rows(), chain, newClaims };
}

/**
 * Says what an empty store would take of a file of the earlier product.
 *
 * @throws InvalidInputError `input.invalid` when it is no such file
 */
export async function checkLegacy(
  source: LegacySource,
  options: Pick<ImportLegacyOptions, "onProgress"> = {},
): Promise<LegacyReport> {
  return takeAll(startRun(source, () => undefined, options));
}

/**
 * Takes the claims of a file of the earlier product (v3.3 to v4.8) with their evidence, links, entities and history, in
 * transactions of up to 200 rows. What the store holds of it already is left alone, so that a second run adds nothing
 * and one after a broken run goes on.
 *
 * @throws InvalidInputError `input.invalid` when it is no such file; nothing was written
 * @throws ForbiddenError `access.denied` for anyone but the local operator
 * @see storage specification §17
 */
export async function importLegacy(
  context: MemoryContext,
  source: LegacySource,
  options: ImportLegacyOptions = {},
): Promise<LegacyReport> {
  requireOperator(context.authority, "configure");
  if (options.dryRun === true) return checkLegacy(source, options);
  const { ids, clock } = context;
  const fixed = { eventType: "import", keepStatus: true, runId: ids.uid(clock.nowMs()) } as const;
  return takeAll(startRun(source, (origin) => ({ context, options: { ...fixed, origin } }), options));
}
