import { recallMetaToWire, recallRowToWire, StoreError, surfaceOf } from "@memorymaster/core";
import type { FederatedRequest, RecallMeta, RecallResult, RecallRow, WireCode } from "@memorymaster/core";
import { chooseDatabase } from "@memorymaster/runtime";

import { listOption, numberOption, switchOption, textOption } from "../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";
import { listText, recallRowText } from "../output/claim-text.ts";
import { describeError } from "../output/describe-error.ts";
import { questionOf } from "./recall-request.ts";

const DEFAULT_LIMIT = 20;

interface Unreachable {
  readonly database: string;
  readonly code: WireCode;
  readonly error: string;
}

interface Answers {
  readonly answered: (RecallResult & { readonly database: string })[];
  readonly unreachable: Unreachable[];
}

type FoundRow = RecallRow & { readonly database: string };

function requestOf(input: CommandInput): FederatedRequest {
  return {
    queryText: questionOf(input),
    limit: numberOption(input, "limit") ?? DEFAULT_LIMIT,
    currentScope: textOption(input, "currentScope"),
    scopes: listOption(input, "scopeAllowlist"),
    allowSensitive: switchOption(input, "allowSensitive"),
    withCitations: true,
  };
}

/** Asks one database after the other, each once; one that cannot be opened or read keeps none of the others from it. */
async function askAll(
  { io, globals, open }: CommandContext,
  request: FederatedRequest,
  also: readonly string[],
): Promise<Answers> {
  const answers: Answers = { answered: [], unreachable: [] };
  const asked = new Set<string>();
  for (const db of [undefined, ...also]) {
    const stealth = db === undefined && globals.stealth;
    const { target, shown: database } = chooseDatabase({ db: db ?? globals.db, stealth, env: io.env, cwd: io.cwd() });
    if (asked.has(target)) continue;
    asked.add(target);
    try {
      const { memory } = await open("read", db);
      answers.answered.push({ ...(await memory.recall.federated(request)), database });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      answers.unreachable.push({ database, code: surfaceOf(error).wire, error: describeError(error) });
    }
  }
  return answers;
}

/** The clock goes on from one database to the next: what differs by that alone counts as equal. */
const roundedScore = ({ score }: FoundRow): number => Math.round(score * 1e6);

const behind = ({ annotation }: FoundRow): number => (annotation.correctionPending ? 1 : 0);

/** By score, but what a correction is open for comes last; equal ones by database, then id. */
function mergeRows(answered: Answers["answered"]): readonly FoundRow[] {
  const placed = answered.flatMap(({ rows, database }, place) =>
    rows.map((row) => ({ place, row: { ...row, database } })),
  );
  placed.sort(
    (a, b) =>
      behind(a.row) - behind(b.row) ||
      roundedScore(b.row) - roundedScore(a.row) ||
      a.place - b.place ||
      a.row.claim.id - b.row.claim.id,
  );
  return placed.map(({ row }) => row).slice(0, answered[0]?.meta.limit);
}

function mergeMeta(answered: Answers["answered"]): object {
  const [first, ...others] = answered.map(({ meta }) => meta);
  if (first === undefined) return {};
  const sum = (name: "total" | "relevant"): number => answered.reduce((all, { meta }) => all + meta[name], 0);
  const inAll = (name: "droppedTerms" | "commonTerms"): RecallMeta["droppedTerms"] =>
    first[name].filter((term) => others.every((meta) => meta[name].includes(term)));
  const terms = { droppedTerms: inAll("droppedTerms"), commonTerms: inAll("commonTerms") };
  const relaxed = terms.droppedTerms.length > 0;
  return recallMetaToWire({ ...first, ...terms, relaxed, total: sum("total"), relevant: sum("relevant") });
}

function outcomeOf({ answered, unreachable }: Answers): Outcome {
  const rows = mergeRows(answered);
  const failed = `${unreachable.length} of ${answered.length + unreachable.length} databases could not be searched`;
  return {
    data: rows.map((row) => ({ ...recallRowToWire(row, false), database: row.database })),
    meta: { ...mergeMeta(answered), unreachable },
    text: (paint) =>
      [
        rows.length === 0
          ? "nothing relevant found"
          : listText(rows.map((row) => `${recallRowText(row, paint)}\n  database: ${cleanLine(row.database)}`)),
        ...unreachable.map(({ database, code, error }) => `unreachable: ${cleanLine(database)}: ${code} ${error}`),
      ].join("\n"),
    ...(unreachable.length > 0 && { failure: { code: "PARTIAL", message: failed } }),
  };
}

export const federatedQuery: RunCommand = async (context, input) => {
  const request = requestOf(input);
  const also = listOption(input, "also");
  if (also !== undefined) return outcomeOf(await askAll(context, request, also));
  const { memory } = await context.open("read");
  const { rows, meta } = await memory.recall.federated(request);
  return {
    data: rows.map((row) => recallRowToWire(row, false)),
    meta: { ...recallMetaToWire(meta) },
    text: (paint) =>
      rows.length === 0 ? "nothing relevant found" : listText(rows.map((row) => recallRowText(row, paint))),
  };
};
