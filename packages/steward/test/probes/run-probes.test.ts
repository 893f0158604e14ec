import { createFixedClock } from "@memorymaster/core/testing";
import { describe, expect, it } from "vitest";

import { createProbeRunner } from "../../src/probes/run-probes.ts";
import type { ProbeLimits } from "../../src/probes/run-probes.ts";
import type { Finding, Probe, Probes } from "../../src/probes/types.ts";
import { stewardWorld } from "../support/steward-world.ts";

const world = await stewardWorld();
const claim = await world.ingest({ text: "The shop opens at nine" });

const FINE: Finding = { passed: true, metrics: {}, reasons: [] };
const LIMITS: ProbeLimits = { timeoutMs: 50, failureThreshold: 3, maxToolProbes: 10 };

function runnerOf(probes: Probes, limits: Partial<ProbeLimits> = {}, signal?: AbortSignal) {
  return createProbeRunner(probes, { ...LIMITS, ...limits }, { clock: createFixedClock(), signal });
}

async function codesOf(runner: ReturnType<typeof runnerOf>, times: number): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const results = await runner.run(claim);
    codes.push(results.map(({ reasons }) => reasons.map(({ code }) => code).join("+")).join(" "));
  }
  return codes;
}

describe("probes of one cycle", () => {
  it("cuts a probe that hangs, and tells it to stop", async () => {
    let isTold = false;
    const hanging: Probe = (_, signal) =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          isTold = true;
        });
      });
    const runner = runnerOf({ semantic_probe: hanging });

    const [result] = await runner.run(claim);

    expect(isTold).toBe(true);
    expect(result).toMatchObject({ passed: false, metrics: { timed_out: true } });
    expect(result?.reasons).toMatchObject([{ code: "semantic_probe.timeout", severity: "medium" }]);
    expect(runner.counts.get("semantic_probe")).toMatchObject({ planned: 1, executed: 1, timed_out: 1, errored: 0 });
  });

  it("leaves a type out once it has failed so often in a row, and no other one", async () => {
    const failing: Probe = async () => Promise.reject(new TypeError("no"));
    const runner = runnerOf({ semantic_probe: failing, tool_probe: async () => FINE });

    const codes = await codesOf(runner, 5);

    const failure = "semantic_probe.error ";
    expect(codes).toEqual([failure, failure, failure, "probe.circuit_open ", "probe.circuit_open "]);
    expect(runner.openCircuits()).toEqual(["semantic_probe"]);
    expect(runner.counts.get("semantic_probe")).toMatchObject({ planned: 5, executed: 3, skipped_circuit_open: 2 });
    expect(runner.counts.get("tool_probe")).toMatchObject({ planned: 5, executed: 5 });
  });

  it("forgets failures with a success", async () => {
    let asked = 0;
    const flaky: Probe = async () => {
      asked += 1;
      return asked % 3 === 0 ? FINE : Promise.reject(new TypeError("no"));
    };
    const runner = runnerOf({ semantic_probe: flaky });

    await codesOf(runner, 9);

    expect(runner.openCircuits()).toEqual([]);
    expect(asked).toBe(9);
  });

  it("F24: a budget that is used up is no failure, and opens no circuit", async () => {
    const spent: Probe = async () => ({ ...FINE, isSpent: true });
    const runner = runnerOf({ contradiction_probe: spent, tool_probe: async () => FINE }, { maxToolProbes: 2 });

    const codes = await codesOf(runner, 5);

    expect(codes).toEqual([
      " ",
      " contradiction_probe.budget_reached",
      "budget.max_tool_probes_reached contradiction_probe.budget_reached",
      "budget.max_tool_probes_reached contradiction_probe.budget_reached",
      "budget.max_tool_probes_reached contradiction_probe.budget_reached",
    ]);
    expect(runner.openCircuits()).toEqual([]);
    expect(runner.counts.get("tool_probe")).toMatchObject({ executed: 2, skipped_budget: 3 });
    expect(runner.counts.get("contradiction_probe")).toMatchObject({ executed: 1, skipped_budget: 4 });
  });

  it("ends with the run", async () => {
    const run = new AbortController();
    const runner = runnerOf({ semantic_probe: () => new Promise(() => undefined) }, { timeoutMs: 60_000 }, run.signal);

    const asking = runner.run(claim);
    run.abort();

    await expect(asking).rejects.toThrow("aborted");
  });
});
