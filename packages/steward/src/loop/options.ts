import { InvalidInputError } from "@memorymaster/core";
import type { JsonObject, JsonValue } from "@memorymaster/core";
import type { WorkspaceReader } from "../types.ts";

export const STEWARD_MODES = ["manual", "cadence"] as const;
export const CADENCE_TRIGGERS = ["timer", "commit", "timer_or_commit"] as const;

/** Defaults: `STEWARD_DEFAULTS`. */
export interface StewardOptions {
  /** `manual` = cycles back to back; `cadence` = by the trigger. */
  readonly mode?: (typeof STEWARD_MODES)[number] | undefined;
  readonly cadenceTrigger?: (typeof CADENCE_TRIGGERS)[number] | undefined;
  /** ≥ 0. */
  readonly intervalSeconds?: number | undefined;
  /** > 0; git is asked every 0.25 s at most. */
  readonly gitCheckSeconds?: number | undefined;
  /** Commits after which a cycle runs, > 0. */
  readonly commitEvery?: number | undefined;
  /** > 0. */
  readonly maxCycles?: number | undefined;
  /** Of each cycle, > 0. */
  readonly maxClaims?: number | undefined;
  /** Of each cycle, ≥ 0. */
  readonly maxProposals?: number | undefined;
  /** > 0. */
  readonly maxProbeFiles?: number | undefined;
  /** > 0. */
  readonly maxProbeFileBytes?: number | undefined;
  /** Of each cycle, ≥ 0. */
  readonly maxToolProbes?: number | undefined;
  /** > 0; at least 0.05 s is given. */
  readonly probeTimeoutSeconds?: number | undefined;
  /** > 0. */
  readonly probeFailureThreshold?: number | undefined;
  readonly enableSemanticProbe?: boolean | undefined;
  readonly enableToolProbe?: boolean | undefined;
  readonly enableContradictionProbe?: boolean | undefined;
  readonly allowSensitive?: boolean | undefined;
  /** Whether claims are changed; else proposals are filed for a person. */
  readonly apply?: boolean | undefined;
  /** Path of the report inside the workspace. */
  readonly artifact?: string | undefined;
}

export type StewardPlan = Readonly<{ [Name in keyof StewardOptions]-?: Exclude<StewardOptions[Name], undefined> }>;

export const STEWARD_DEFAULTS: StewardPlan = {
  mode: "manual",
  cadenceTrigger: "timer",
  intervalSeconds: 30,
  gitCheckSeconds: 10,
  commitEvery: 1,
  maxCycles: 1,
  maxClaims: 200,
  maxProposals: 200,
  maxProbeFiles: 200,
  maxProbeFileBytes: 524_288,
  maxToolProbes: 200,
  probeTimeoutSeconds: 2,
  probeFailureThreshold: 3,
  enableSemanticProbe: true,
  enableToolProbe: true,
  enableContradictionProbe: true,
  allowSensitive: false,
  apply: false,
  artifact: "artifacts/steward/steward_report.json",
};

type Check = (value: unknown) => boolean;

const isOneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isCount =
  (least: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least;
const isBoolean: Check = (value) => typeof value === "boolean";

const CHECKS: Readonly<Record<keyof StewardPlan, readonly [check: Check, rule: string]>> = {
  mode: [isOneOf(STEWARD_MODES), `one of ${STEWARD_MODES.join(", ")}`],
  cadenceTrigger: [isOneOf(CADENCE_TRIGGERS), `one of ${CADENCE_TRIGGERS.join(", ")}`],
  intervalSeconds: [(value) => isNumber(value) && value >= 0, "a number of at least 0"],
  gitCheckSeconds: [(value) => isNumber(value) && value > 0, "a number above 0"],
  commitEvery: [isCount(1), "a whole number above 0"],
  maxCycles: [isCount(1), "a whole number above 0"],
  maxClaims: [isCount(1), "a whole number above 0"],
  maxProposals: [isCount(0), "a whole number of at least 0"],
  maxProbeFiles: [isCount(1), "a whole number above 0"],
  maxProbeFileBytes: [isCount(1), "a whole number above 0"],
  maxToolProbes: [isCount(0), "a whole number of at least 0"],
  probeTimeoutSeconds: [(value) => isNumber(value) && value > 0, "a number above 0"],
  probeFailureThreshold: [isCount(1), "a whole number above 0"],
  enableSemanticProbe: [isBoolean, "true or false"],
  enableToolProbe: [isBoolean, "true or false"],
  enableContradictionProbe: [isBoolean, "true or false"],
  allowSensitive: [isBoolean, "true or false"],
  apply: [isBoolean, "true or false"],
  artifact: [(value) => typeof value === "string" && value.trim() !== "", "a path inside the workspace"],
};

const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function refused(name: string, rule: string): InvalidInputError {
  const field = wireName(name);
  return new InvalidInputError("input.invalid", `${field} must be ${rule}`, { details: { field } });
}

/** Where there is no workspace to ask, a path is inside as long as it does not say that it is not. */
function isInside(path: string, workspace: WorkspaceReader | undefined): boolean {
  if (workspace !== undefined) return workspace.relativePath(path) !== undefined;
  return !/^(?:[/\\~]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes("..");
}

/** @throws InvalidInputError `input.invalid` naming the option as it stands on the wire */
export function planOf(options: StewardOptions, workspace: WorkspaceReader | undefined): StewardPlan {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const plan = { ...STEWARD_DEFAULTS, ...Object.fromEntries(given) };
  for (const name of Object.keys(CHECKS) as (keyof StewardPlan)[]) {
    const [check, rule] = CHECKS[name];
    if (!check(plan[name])) throw refused(name, rule);
  }
  if (!isInside(plan.artifact, workspace)) throw refused("artifact", CHECKS.artifact[1]);
  return plan;
}

/** The options by their names on the wire. */
export function planToWire(plan: StewardPlan): JsonObject {
  return Object.fromEntries(Object.entries(plan).map(([name, value]: [string, JsonValue]) => [wireName(name), value]));
}
