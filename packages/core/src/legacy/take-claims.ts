import { LIMITS } from "../claims/limits.ts";
import { adoptClaims } from "../merge/adopt-claims.ts";
import type { AdoptOutcome, ForeignClaim } from "../merge/types.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import { isRefusal } from "../transfer/damage.ts";
import { CITATION_COLUMNS, CLAIM_COLUMNS } from "./columns.ts";
import { historyOf } from "./history.ts";
import { legacyUid } from "./identify.ts";
import { LEGACY_IMPORT, mapCitation, mapClaim, ownCitation } from "./map-claim.ts";
import { idOf } from "./run.ts";
import type { LegacyRun, LegacyTarget } from "./run.ts";
import type { LegacySurvey } from "./survey.ts";
import type { Places } from "./take-entities.ts";
import type { SourceRow } from "./types.ts";

/** A claim of the file with what hangs on it. */
interface Parts {
  readonly id: number;
  readonly citations: readonly SourceRow[];
  readonly events: readonly SourceRow[];
}

/** The same as the store shall take it. */
interface ReadyClaim extends Parts {
  readonly claim: ForeignClaim;
  /** As the file has it. */
  readonly humanId: string | undefined;
  /** Columns that a store gives its claims by itself. */
  readonly own: DumpRow;
}

function evidenceOf(
  run: LegacyRun,
  { id, citations }: Parts,
  createdAt: DumpRow[string] | undefined,
): readonly DumpRow[] {
  for (const source of citations.slice(LIMITS.citationsPerClaim)) {
    run.note({ table: "citations", id: idOf(source) }, "not_carried", "its claim has enough of them");
  }
  const taken = citations
    .slice(0, LIMITS.citationsPerClaim)
    .map((source) => {
      const mapped = { columns: CITATION_COLUMNS, from: source, row: mapCitation(source) };
      return run.pass({ table: "citations", id: idOf(source) }, mapped);
    })
    .filter((row) => row !== undefined);
  return taken.length === 0 ? [ownCitation(id, createdAt)] : taken;
}

function refuse(run: LegacyRun, { id, citations }: Parts): void {
  run.refused.add(id);
  for (const row of citations) run.note({ table: "citations", id: idOf(row) }, "refused", "its claim was refused");
}

/** A human id above which others stand may be free all the same. */
async function keepHumanId({ context: { store } }: LegacyTarget, outcome: AdoptOutcome, humanId: string | undefined) {
  if (outcome.outcome !== "taken" || !outcome.changes.includes("human_id")) return outcome;
  const { claimId } = outcome;
  try {
    if (humanId !== undefined) await store.transaction(() => store.dump.amend(claimId, { human_id: humanId }));
    return { ...outcome, changes: outcome.changes.filter((change) => change !== "human_id") };
  } catch (error) {
    if (isRefusal(error)) return outcome;
    throw error;
  }
}

function storeClaims(target: LegacyTarget, ready: readonly ReadyClaim[]): Promise<readonly AdoptOutcome[]> {
  const { context, options } = target;
  return context.store.transaction(async () => {
    const adopted = await adoptClaims(
      context,
      ready.map(({ claim }) => claim),
      options,
    );
    const outcomes: AdoptOutcome[] = [];
    for (const [at, outcome] of adopted.entries()) {
      const { own = {}, humanId } = ready[at] ?? {};
      if (outcome.outcome === "taken") await context.store.dump.amend(outcome.claimId, own);
      outcomes.push(await keepHumanId(target, outcome, humanId));
    }
    return outcomes;
  });
}

function settle(run: LegacyRun, ready: ReadyClaim, outcome: AdoptOutcome): void {
  const row = { table: "claims", id: ready.id } as const;
  if (outcome.outcome === "refused") {
    run.note(row, "refused", [outcome.code, outcome.field, ...(outcome.findings ?? [])].filter(Boolean).join(" "));
    refuse(run, ready);
  } else if (outcome.changes.length > 0) run.note(row, "changed", outcome.changes.join(", "));
}

/** Takes the claims with citations and history, and returns how many are new in the store. */
export async function takeClaims(run: LegacyRun, survey: LegacySurvey, entities: Places): Promise<number> {
  const { source, origin } = run;
  const uidOf = (id: number | undefined) => (id === undefined ? undefined : legacyUid(origin, id));
  const replacedBy = new Map(survey.pairs.map(({ older, newer }) => [older, newer]));
  const supersedes = new Map(survey.pairs.map(({ older, newer }) => [newer, older]));
  let added = 0;

  function read(row: SourceRow, parts: Parts): readonly ReadyClaim[] {
    const { id, events } = parts;
    const mapped = mapClaim(row, legacyUid(origin, id));
    const isLost = survey.losers.has(id);
    const clean = run.pass({ table: "claims", id }, { columns: CLAIM_COLUMNS, from: row, row: mapped });
    if (clean === undefined) {
      refuse(run, parts);
      return [];
    }
    if (isLost) run.note({ table: "claims", id }, "changed", "tuple");
    if (clean["source_agent"] === LEGACY_IMPORT) run.note({ table: "claims", id }, "changed", "source_agent");
    const { access_count = 0, last_accessed = null, wiki_article = null } = clean;
    const claim = {
      row: isLost ? { ...clean, status: "conflicted" } : clean,
      citations: evidenceOf(run, parts, clean["created_at"]),
      supersedesUid: uidOf(supersedes.get(id)),
      replacedByUid: uidOf(replacedBy.get(id)),
      history: historyOf(events, origin),
    };
    const entityId = entities.get(Number(row["entity_id"])) ?? null;
    const humanId = typeof row["human_id"] === "string" ? String(clean["human_id"]) : undefined;
    return [{ ...parts, claim, humanId, own: { access_count, last_accessed, wiki_article, entity_id: entityId } }];
  }

  await run.each("claims", async (rows) => {
    const ids = rows.map(idOf);
    const citations = source.matching("citations", "claim_id", ids);
    const events = source.matching("events", "claim_id", ids);
    const ready = rows.flatMap((row) => {
      const id = idOf(row);
      const isOwn = (other: SourceRow): boolean => other["claim_id"] === id;
      return read(row, { id, citations: citations.filter(isOwn), events: events.filter(isOwn) });
    });
    if (run.target === undefined) return;
    const outcomes = await storeClaims(run.target, ready);
    ready.forEach((one, at) => outcomes[at] !== undefined && settle(run, one, outcomes[at]));
    added += outcomes.filter(({ outcome }) => outcome === "taken").length;
  });
  await run.each("citations", (rows) => {
    const orphans = rows.filter((row) => !survey.ids.has(Number(row["claim_id"])));
    for (const row of orphans)
      run.note({ table: "citations", id: idOf(row) }, "refused", "its claim is not in the file");
  });
  return added;
}
