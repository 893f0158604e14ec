import { describe, expect, it } from "vitest";

import { runSteward } from "../../src/loop/run-steward.ts";
import { budgetOf, cyclesOf, decisionsOf, loopWorld, LOST } from "./loop-steps.ts";

describe("the report of the steward loop", () => {
  it("stands sorted in the workspace, with all options and how the run went", async () => {
    const world = await loopWorld();
    const pinned = await world.confirmed({ text: "The shop opens at nine." });
    await world.memory.claims.pin(pinned.id, true);

    const report = await world.run({ probeTimeoutSeconds: 3 });

    const text = world.artifacts.get("artifacts/steward/steward_report.json") ?? "";
    expect(JSON.parse(text)).toEqual(report);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(report).sort());
    expect(report).toMatchObject({
      schema_version: "steward_report.v2",
      run_id: expect.stringMatching(/^steward-\d{19}$/) as string,
      mode: "manual",
      cadence_trigger: "timer",
      probe_timeout_seconds: 3,
      apply: false,
      cycles_completed: 1,
      before: { claim_count: 1, pinned_count: 1, status_counts: { confirmed: 1 } },
      run_metadata: {
        trigger_counts: { manual: 1, timer: 0, commit: 0 },
        limits: { max_claims: 200 },
        probe_settings: { probe_timeout_seconds: 3 },
        cadence: { interval_seconds: 30 },
      },
    });
    expect(cyclesOf(report)).toMatchObject([
      {
        cycle: 1,
        trigger: "manual",
        decision_summary: { keep: 1, stale: 0, conflicted: 0, superseded_candidate: 0 },
        budget: {
          claims_scanned: 1,
          probe_execution: { filesystem_grep: { planned: 1, executed: 1 }, tool_probe: { executed: 1 } },
          accounting: { claims: { limit: 200, used: 1, remaining: 199 }, probes: { planned: 5, executed: 5 } },
        },
      },
    ]);
  });

  it("F22: holds no secret that a claim gives away, and drops sensitive claims", async () => {
    const world = await loopWorld("model");
    const secret = `ghp_${"a1B2c3D4e5".repeat(4)}`.slice(0, 40);
    await world.confirmed({ text: "The shop opens at nine.", citations: [{ source: "docs/[REDACTED:token].md" }] });
    await world.confirmed({ text: "The deploy key is [REDACTED:github_token]" });

    const report = await world.run();

    expect(decisionsOf(report)).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain(secret);
    await expect(world.run({ allowSensitive: true })).rejects.toMatchObject({ code: "access.sensitive" });
  });

  it("has nothing of probes that are switched off or lack what they need", async () => {
    const world = await loopWorld("model", { workspace: undefined });
    await world.confirmed({ text: "The shop opens at nine." });

    const report = await world.run({ enableSemanticProbe: false, enableToolProbe: false });

    expect(budgetOf(report)["probe_execution"]).toEqual({
      deterministic_format: {
        planned: 1,
        executed: 1,
        skipped_circuit_open: 0,
        skipped_budget: 0,
        timed_out: 0,
        errored: 0,
      },
    });
  });

  it("tells that the commit trigger ran it", async () => {
    const world = await loopWorld();
    let second = 0;
    const host = {
      ...world.host,
      headCommit: async () => String(Number(second > 20)).padStart(40, "0"),
      sleep: async (ms: number) => {
        second += ms / 1000;
      },
    };

    const report = await runSteward(world.context, host, { mode: "cadence", cadenceTrigger: "commit" });

    expect(report["run_metadata"]).toMatchObject({
      trigger_counts: { commit: 1 },
      initial_git_head: "0".repeat(40),
      final_git_head: `${"0".repeat(39)}1`,
      total_commit_observations: 1,
    });
  });

  it("ends with the claim at hand when it is told to stop, and is written", async () => {
    const run = new AbortController();
    const world = await loopWorld("model", { signal: run.signal });
    await world.confirmed({ text: "The shop opens at nine." });
    await world.confirmed(LOST);
    const stat = world.workspace.stat.bind(world.workspace);
    world.workspace.stat = async (path) => {
      if (path === "docs/gone.md") run.abort();
      return stat(path);
    };

    const report = await world.run({ maxCycles: 9 });

    expect(report).toMatchObject({ cycles_completed: 1 });
    expect(decisionsOf(report)).toHaveLength(1);
    expect(world.artifacts.size).toBe(1);
  });

  it.each([
    ["mode", { mode: "daily" }],
    ["cadence_trigger", { cadenceTrigger: "push" }],
    ["interval_seconds", { intervalSeconds: -1 }],
    ["git_check_seconds", { gitCheckSeconds: 0 }],
    ["commit_every", { commitEvery: 0 }],
    ["max_cycles", { maxCycles: 0 }],
    ["max_claims", { maxClaims: 0.5 }],
    ["max_proposals", { maxProposals: -1 }],
    ["max_probe_files", { maxProbeFiles: 0 }],
    ["max_probe_file_bytes", { maxProbeFileBytes: Number.NaN }],
    ["max_tool_probes", { maxToolProbes: -1 }],
    ["probe_timeout_seconds", { probeTimeoutSeconds: 0 }],
    ["probe_failure_threshold", { probeFailureThreshold: 0 }],
    ["enable_tool_probe", { enableToolProbe: "yes" }],
    ["apply", { apply: 1 }],
    ["artifact", { artifact: "../report.json" }],
    ["artifact", { artifact: "/tmp/report.json" }],
  ])("refuses a wrong %s before any work", async (field, options) => {
    const world = await loopWorld();

    await expect(world.run(options as never)).rejects.toMatchObject({ code: "input.invalid", details: { field } });
    expect(world.artifacts.size).toBe(0);
  });
});
