import type { Claim } from "@memorymaster/core";
import { findInWorkspace } from "../scan/find-in-workspace.ts";
import type { FindOutcome } from "../scan/find-in-workspace.ts";
import type { StewardContext, WorkspaceReader } from "../types.ts";
import { formatRuleOf, predicateOf, WORKSPACE_PREDICATES } from "./formats.ts";
import type { FormatRule, Weight } from "./formats.ts";

const WORKSPACE_MATCH = "workspace_match";
const MATCH_WEIGHT: Weight = { gain: 0.1, loss: 0.02 };

const MATCH_OF: Readonly<Record<FindOutcome, boolean | null>> = { found: true, not_found: false, incomplete: null };

/** Outcomes by payload key; `null` = it was tried and nothing can be said. */
export type Outcomes = Readonly<Record<string, boolean | null>>;

/** What was seen of a claim. */
export interface ClaimCheck {
  readonly claim: Claim;
  /** Trimmed; empty = there is nothing to check. */
  readonly value: string;
  /** The format rule that was applied. */
  readonly rule: FormatRule | undefined;
  readonly outcomes: Outcomes;
}

/** The weight of each outcome that a check can have. */
export const weightsOf = ({ rule }: Pick<ClaimCheck, "rule">): Readonly<Record<string, Weight>> => ({
  ...(rule !== undefined && { [rule.key]: rule }),
  [WORKSPACE_MATCH]: MATCH_WEIGHT,
});

/** What was taken out of a value leaves nothing to judge it by. */
function valueOf({ objectValue = "" }: Claim): string {
  return objectValue.includes("[REDACTED") ? "" : objectValue.trim();
}

/** Files of one project say nothing of another one's claims. */
function workspaceOf({ workspace }: StewardContext, { scope }: Claim): WorkspaceReader | undefined {
  return workspace?.scope === scope ? workspace : undefined;
}

async function checkPath(workspace: WorkspaceReader | undefined, path: string): Promise<boolean | undefined> {
  const relative = workspace?.relativePath(path);
  if (workspace === undefined || relative === undefined) return undefined;
  const facts = await workspace.stat(relative);
  // What is there but neither file nor folder may be a link that leads outside.
  return facts?.kind === "other" ? undefined : facts !== undefined;
}

async function checkFormat(context: StewardContext, claim: Claim): Promise<Omit<ClaimCheck, "claim">> {
  const value = valueOf(claim);
  const rule = value === "" ? undefined : formatRuleOf(predicateOf(claim));
  if (rule === undefined) return { value, rule, outcomes: {} };
  const good = rule.isGood?.(value) ?? (await checkPath(workspaceOf(context, claim), value));
  return { value, rule, outcomes: good === undefined ? {} : { [rule.key]: good } };
}

const mayBeMentioned = (context: StewardContext, claim: Claim): boolean =>
  WORKSPACE_PREDICATES.has(predicateOf(claim)) && workspaceOf(context, claim) !== undefined;

/** Checks the form of values, and in one walk over the workspace whether its files mention them. */
export async function checkClaims(context: StewardContext, claims: readonly Claim[]): Promise<readonly ClaimCheck[]> {
  const checks: ClaimCheck[] = [];
  for (const claim of claims) checks.push({ claim, ...(await checkFormat(context, claim)) });
  const { workspace, signal } = context;
  if (workspace === undefined) return checks;
  const mentioned = new Set(checks.filter(({ claim }) => mayBeMentioned(context, claim)));
  const found = await findInWorkspace(
    workspace,
    [...mentioned].map(({ value }) => value),
    signal,
  );
  return checks.map((check) => {
    const match = mentioned.has(check) ? found.get(check.value) : undefined;
    if (match === undefined) return check;
    return { ...check, outcomes: { ...check.outcomes, [WORKSPACE_MATCH]: MATCH_OF[match] } };
  });
}
