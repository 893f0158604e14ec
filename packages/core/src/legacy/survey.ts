import { UNIT_SEPARATOR } from "../claims/identity.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import { CLAIM_COLUMNS, mapColumns } from "./columns.ts";
import { idOf } from "./run.ts";
import type { LegacyRun } from "./run.ts";
import type { SourceRow } from "./types.ts";

/** A claim of the file that another one has replaced. */
export interface LegacyPair {
  readonly older: number;
  readonly newer: number;
  /** Whether the one pointer of the newer claim names this one. */
  readonly pointsBack: boolean;
}

/** What has to be known of all claims of a file before the first is taken. */
export interface LegacySurvey {
  readonly ids: ReadonlySet<number>;
  /** Confirmed claims that give way to another of the same tuple. */
  readonly losers: ReadonlySet<number>;
  /** Those of a pointer of the newer claim first. */
  readonly pairs: readonly LegacyPair[];
}

const COLUMNS = [
  ...["id", "status", "subject", "predicate", "scope", "tenant_id", "visibility", "source_agent"],
  ...["pinned", "updated_at", "confidence", "supersedes_claim_id", "replaced_by_claim_id"],
];
const PAGE = 1_000;

/** Where only one claim may be confirmed; `undefined` where that does not matter. */
function tupleOf(row: DumpRow): string | undefined {
  const { status, subject, predicate, visibility } = row;
  if (status !== "confirmed" || subject === null || predicate === null) return undefined;
  const owner = visibility === "public" ? [] : [visibility, row["source_agent"]];
  return [row["tenant_id"], row["scope"], subject, predicate, ...owner].map(String).join(UNIT_SEPARATOR);
}

/** What decides between two confirmed claims, the weightiest first, as a text that sorts. */
function rankOf(id: number, { pinned, updated_at: at, confidence }: DumpRow): string {
  return [pinned === true ? 1 : 0, at, Number(confidence).toFixed(12), String(id).padStart(16, "0")].join(" ");
}

/** Finds the confirmed claims that are not the first of their tuple. */
function createContest() {
  const losers = new Set<number>();
  const winners = new Map<string, { readonly id: number; readonly rank: string }>();
  const enter = (source: SourceRow): void => {
    const row = mapColumns(CLAIM_COLUMNS, source);
    const tuple = tupleOf(row);
    if (tuple === undefined) return;
    const id = idOf(source);
    const rank = rankOf(id, row);
    const winner = winners.get(tuple);
    if (winner !== undefined) losers.add(winner.rank > rank ? id : winner.id);
    if (!losers.has(id)) winners.set(tuple, { id, rank });
  };
  return { losers, enter };
}

/** Claims by the claim that names them. */
type Pointers = ReadonlyMap<number, number>;

function pairsOf(run: LegacyRun, replacedBy: Pointers, supersedes: Pointers): readonly LegacyPair[] {
  const say = (id: number, reason: string): void => run.note({ table: "claims", id }, "changed", reason);
  const pairs: LegacyPair[] = [];
  for (const [newer, older] of supersedes) {
    const known = replacedBy.get(older);
    if (known === undefined || known === newer) pairs.push({ older, newer, pointsBack: true });
    else say(newer, "supersedes_claim_id dropped: another claim has replaced that one");
    if (known === undefined) say(older, "replaced_by_claim_id completed");
  }
  for (const [older, newer] of replacedBy) {
    if (supersedes.get(newer) === older) continue;
    pairs.push({ older, newer, pointsBack: false });
    if (!supersedes.has(newer)) say(newer, "supersedes_claim_id completed");
  }
  return pairs;
}

/** Reads once through the claims of a file. Memory grows by a few numbers for each claim. */
export function surveyClaims(run: LegacyRun): LegacySurvey {
  const ids = new Set<number>();
  const retired = new Set<number>();
  const contest = createContest();
  const pointers: SourceRow[] = [];
  for (let after: number | undefined; ;) {
    const rows = run.source.page("claims", { after, limit: PAGE, columns: COLUMNS });
    if (rows.length === 0) break;
    for (const row of rows) {
      ids.add(idOf(row));
      if (row["status"] === "superseded" || row["status"] === "archived") retired.add(idOf(row));
      contest.enter(row);
    }
    pointers.push(...rows.filter((row) => row["supersedes_claim_id"] !== null || row["replaced_by_claim_id"] !== null));
    after = Number(rows.at(-1)?.["rowid"]);
  }
  /** Who names whom; a claim that is in use has not been replaced. */
  const known = (column: "replaced_by_claim_id" | "supersedes_claim_id"): Pointers => {
    const found = new Map<number, number>();
    for (const row of pointers.filter((one) => typeof one[column] === "number")) {
      const [id, other] = [idOf(row), Number(row[column])];
      const isSound = other !== id && ids.has(other) && retired.has(column === "replaced_by_claim_id" ? id : other);
      if (isSound) found.set(id, other);
      else run.note({ table: "claims", id }, "changed", `${column} dropped: no claim of the file is its other end`);
    }
    return found;
  };
  const pairs = pairsOf(run, known("replaced_by_claim_id"), known("supersedes_claim_id"));
  return { ids, losers: contest.losers, pairs };
}
