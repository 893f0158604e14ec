import { isDeepStrictEqual } from "node:util";

import type { Store, Visibility } from "@memorymaster/core";
import type { World } from "../world.ts";
import { CALLERS } from "./callers.ts";
import type { Caller } from "./callers.ts";
import type { Naming, Target } from "./stage.ts";
import { TABLE } from "./table.ts";
import type { Reach, Row } from "./row.ts";

/** A store that holds the target, and one that holds everything but it. */
export interface Stages {
  readonly shown: World;
  readonly absent: World;
  readonly target: Target;
  readonly visibility: Visibility;
}

export interface Outcome {
  readonly value?: unknown;
  readonly error?: Readonly<Record<"name" | "code" | "message" | "details", unknown>>;
}

const fulfilled = (value: unknown): Outcome => ({ value });
function rejected(thrown: unknown): Outcome {
  const { name, code, message, details } = thrown as NonNullable<Outcome["error"]>;
  return { error: { name, code, message, details } };
}

/** What a call gives; whatever it wrote is rolled back. */
export async function rehearsed(
  store: Store,
  row: Pick<Row, "outside">,
  call: () => Promise<unknown>,
): Promise<Outcome> {
  if (row.outside === true) return call().then(fulfilled, rejected);
  let outcome: Outcome | undefined;
  const running = store.transaction(async () => {
    outcome = await call().then(fulfilled, rejected);
    throw new RangeError("rolled back");
  });
  await running.catch((error: unknown) => {
    if (outcome === undefined) throw error;
  });
  return outcome ?? {};
}

/** Whether an answer may tell a caller that the target is there. */
const REACHES: Readonly<Record<Reach, (caller: Caller, visibility: Visibility) => boolean>> = {
  asked: ({ sees }, visibility) => sees[visibility],
  plain: ({ sees }, visibility) => sees[visibility] && visibility !== "sensitive",
  governed: ({ sees }, visibility) => sees[visibility],
  hides: ({ sees }, visibility) => sees[visibility],
  operator: ({ isOperator }) => isOperator === true,
  tenant: ({ authority: { tenantId = "acme" } }) => tenantId === "acme",
  nobody: () => false,
  local: () => false,
};

/** Answers that may agree where the target is there. */
const MAY_AGREE: ReadonlySet<Reach> = new Set(["hides", "operator", "nobody"]);

const isRefused = ({ error }: Outcome): boolean => error?.name === "ForbiddenError" && error.code === "access.denied";

/** A team does not see all of its tenant's chain. */
const mayCall = ({ changes, reach }: Row, { isReader, isOperator, authority }: Caller): boolean =>
  !(changes === true && isReader === true) &&
  (reach !== "operator" || isOperator === true) &&
  ((reach !== "tenant" && reach !== "local") || authority.mode !== "team");

interface Answers {
  readonly shown: Outcome;
  readonly absent: Outcome;
  readonly isReached: boolean;
  readonly mayCall: boolean;
}

/** What is wrong with the answers to one call, if anything. */
function problemOf(row: Row, answers: Answers): string | undefined {
  const same = isDeepStrictEqual(answers.shown, answers.absent);
  const refused = isRefused(answers.shown);
  if (!answers.mayCall) return same && refused ? undefined : "is not refused";
  if (!answers.isReached) return same ? undefined : "tells that it is there";
  if (refused) return "is refused";
  return same && !MAY_AGREE.has(row.reach) ? "does not show it" : undefined;
}

async function answersTo(stages: Stages, caller: Caller, call: { readonly row: Row; readonly on: Naming }) {
  const ask = ({ store, memory }: World): Promise<Outcome> =>
    rehearsed(store, call.row, () => call.row.call(memory({ caller: caller.authority }), call.on));
  return {
    shown: await ask(stages.shown),
    absent: await ask(stages.absent),
    isReached: REACHES[call.row.reach](caller, stages.visibility),
    mayCall: mayCall(call.row, caller),
  };
}

/** What is wrong with one call of one caller, for each way in which it can name the target. */
async function problemsOf(stages: Stages, caller: Caller, row: Row): Promise<readonly string[]> {
  const { id, humanId, uid } = stages.target;
  const problems: string[] = [];
  for (const ref of row.named === true ? [id, humanId, uid] : [id]) {
    const actor = caller.authority.principal ?? "ana";
    const on: Naming = { ...stages.target, ref, allowSensitive: caller.asks, actor };
    const problem = problemOf(row, await answersTo(stages, caller, { row, on }));
    if (problem !== undefined) problems.push(`of ${ref} ${problem}`);
  }
  return problems;
}

/** In words, each of the wanted calls by which a caller learns too much or too little of the target. */
export async function compareAnswers(stages: Stages, isWanted: (row: Row) => boolean): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const caller of CALLERS) {
    for (const [method, rows] of Object.entries(TABLE)) {
      for (const [index, row] of rows.entries()) {
        const problems = isWanted(row) ? await problemsOf(stages, caller, row) : [];
        const place = `${stages.visibility}, ${caller.name}: ${method} (${index + 1})`;
        wrong.push(...problems.map((problem) => `${place} ${problem}`));
      }
    }
  }
  return wrong;
}
