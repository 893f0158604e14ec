import type { Claim, Clock, JsonObject } from "@memorymaster/core";
import { reasonOf } from "./reasons.ts";
import { PROBE_TYPES } from "./types.ts";
import type { Finding, ProbeReason, Probes, ProbeType } from "./types.ts";

const LEAST_TIMEOUT_MS = 50;
/** A model has a time limit of its own for each question. */
const UNTIMED: ReadonlySet<ProbeType> = new Set(["contradiction_probe"]);

export interface ProbeLimits {
  readonly timeoutMs: number;
  /** Failures in a row after which a type is left out for the rest of the cycle. */
  readonly failureThreshold: number;
  readonly maxToolProbes: number;
}

const COUNTED = ["planned", "executed", "skipped_circuit_open", "skipped_budget", "timed_out", "errored"] as const;
export type ProbeCounts = Record<(typeof COUNTED)[number], number>;

/** In wire form. */
export type ProbeResult = {
  readonly probe_type: ProbeType;
  readonly passed: boolean;
  readonly metrics: JsonObject;
  readonly reasons: readonly ProbeReason[];
};

/** The probes of one cycle. */
export interface ProbeRunner {
  run(claim: Claim): Promise<readonly ProbeResult[]>;
  readonly counts: ReadonlyMap<ProbeType, Readonly<ProbeCounts>>;
  /** Types that were left out since they failed too often. */
  openCircuits(): readonly ProbeType[];
}

interface TypeState {
  readonly counts: ProbeCounts;
  failures: number;
  isSpent: boolean;
}

type Outcome = { readonly finding: Finding } | { readonly fault: "timeout" | "error" };

/** Does work that is told to stop when its time is up, and is then not waited for. The caller's signal ends all. */
async function within(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Finding>,
): Promise<Outcome> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const both = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
  const timer = Number.isFinite(ms)
    ? setTimeout(() => {
        limit.abort();
      }, ms)
    : undefined;
  const cut = new Promise<never>((_, reject) => {
    both.addEventListener("abort", () => {
      reject(both.reason as DOMException);
    });
  });
  try {
    return { finding: await Promise.race([work(both), cut]) };
  } catch {
    signal?.throwIfAborted();
    return { fault: limit.signal.aborted ? "timeout" : "error" };
  } finally {
    clearTimeout(timer);
  }
}

type Skip = "skipped_circuit_open" | "skipped_budget";

/** Why a probe is not asked, and the code that says so. */
function skipOf(
  type: ProbeType,
  { counts, failures, isSpent }: TypeState,
  limits: ProbeLimits,
): readonly [skip: Skip, code: string] | undefined {
  if (failures >= limits.failureThreshold) return ["skipped_circuit_open", "probe.circuit_open"];
  if (type === "tool_probe" && counts.executed >= limits.maxToolProbes) {
    return ["skipped_budget", "budget.max_tool_probes_reached"];
  }
  return isSpent ? ["skipped_budget", `${type}.budget_reached`] : undefined;
}

/** Takes note of what a probe found; one that failed found that. */
function countIn(state: TypeState, type: ProbeType, outcome: Outcome): Finding & { readonly timedOut: boolean } {
  const fault = "fault" in outcome ? outcome.fault : undefined;
  const finding: Finding =
    "finding" in outcome
      ? outcome.finding
      : { passed: false, metrics: {}, reasons: [reasonOf(`${type}.${outcome.fault}`)] };
  const timedOut = fault === "timeout" || finding.metrics["timed_out"] === true;
  const hasFailed = finding.reasons.some(({ code }) => code.endsWith(".error"));
  state.counts.timed_out += Number(timedOut);
  state.counts.errored += Number(hasFailed);
  state.failures = timedOut || hasFailed ? state.failures + 1 : 0;
  state.isSpent = finding.isSpent === true;
  return { ...finding, timedOut };
}

/** Asks the probes about one claim after the other and keeps count of them for one cycle. */
export function createProbeRunner(
  probes: Probes,
  limits: ProbeLimits,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal | undefined },
): ProbeRunner {
  const planned = PROBE_TYPES.flatMap((type) => {
    const probe = probes[type];
    const counts = Object.fromEntries(COUNTED.map((name) => [name, 0])) as ProbeCounts;
    return probe === undefined ? [] : [{ type, probe, state: { counts, failures: 0, isSpent: false } }];
  });

  async function runOne({ type, probe, state }: (typeof planned)[number], claim: Claim): Promise<ProbeResult> {
    state.counts.planned += 1;
    const skip = skipOf(type, state, limits);
    if (skip !== undefined) {
      const [why, code] = skip;
      state.counts[why] += 1;
      const metrics = { skipped: why, timed_out: false, duration_ms: 0 };
      return { probe_type: type, passed: false, metrics, reasons: [reasonOf(code)] };
    }
    state.counts.executed += 1;
    const startedMs = clock.nowMs();
    const ms = UNTIMED.has(type) ? Number.POSITIVE_INFINITY : Math.max(LEAST_TIMEOUT_MS, limits.timeoutMs);
    const outcome = await within(ms, signal, (until) => probe(claim, until));
    const { passed, metrics, reasons, timedOut } = countIn(state, type, outcome);
    const times = { timed_out: timedOut, duration_ms: Math.max(0, clock.nowMs() - startedMs) };
    return { probe_type: type, passed, metrics: { ...metrics, ...times }, reasons };
  }

  return {
    run: async (claim) => {
      const results: ProbeResult[] = [];
      for (const one of planned) results.push(await runOne(one, claim));
      return results;
    },
    counts: new Map(planned.map(({ type, state }) => [type, state.counts])),
    openCircuits: () =>
      planned.filter(({ state }) => state.failures >= limits.failureThreshold).map(({ type }) => type),
  };
}
