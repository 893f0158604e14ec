import { userInfo } from "node:os";

import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

interface Row {
  readonly proposal_event_id: number;
  readonly status: string;
}

interface Listed {
  readonly rows: number;
  readonly proposals: readonly Row[];
}

const list = (world: World, ...args: string[]): Promise<Listed> => world.data<Listed>(["steward-proposals", ...args]);

/** Claims 1 and 2, and the second as a correction of the first in event 3. */
async function withCorrection(): Promise<World> {
  const world = createWorld();
  await world.data(["init-db", "--stealth"]);
  await world.data(["ingest", "--text", "CI runs on Jenkins"]);
  await world.data(["ingest", "--text", "Builds happen in Buildkite", "--supersedes", "1"]);
  return world;
}

test("a proposal is shown to people as a question, with the claims, the reason and the commands that answer it", async () => {
  using world = await withCorrection();

  const { stdout } = await world.run(["--text", "steward-proposals"]);

  expect(stdout.replace(/mm-[0-9a-f]{4}/g, "mm-…").replace(/\d{4}-[\dT:+-]+/, "TIME")).toBe(
    [
      "[3] should claim 2 replace claim 1? pending, filed TIME",
      "  old [1] mm-… candidate: CI runs on Jenkins",
      "  new [2] mm-… candidate: Builds happen in Buildkite",
      "  why: whoever stored the new claim named the old one as wrong",
      "  approve: memorymaster resolve-proposal --action approve --proposal-event-id 3",
      "  reject:  memorymaster resolve-proposal --action reject --proposal-event-id 3",
      "rows=1",
      "",
    ].join("\n"),
  );
});

test("a near-twin is shown with the values that differ", async () => {
  using world = createWorld();
  await world.data(["init-db", "--stealth"]);
  for (const day of [15, 16]) await world.data(["ingest", "--text", `Release freeze starts on ${day} October`]);

  const { stdout } = await world.run(["--text", "steward-proposals"]);

  expect(stdout).toContain("do claim 1 and claim 2 contradict each other?");
  expect(stdout).toContain("  why: the same words with another value: 15 → 16\n");
});

test("a correction of a claim of another scope says that it cannot be carried out", async () => {
  using world = createWorld();
  await world.data(["init-db", "--stealth"]);
  await world.data(["ingest", "--text", "CI runs on Jenkins", "--scope", "global"]);
  await world.data(["ingest", "--text", "Builds happen in Buildkite", "--supersedes", "1"]);

  const { stdout } = await world.run(["--text", "steward-proposals"]);

  expect(stdout).toContain("  why: they belong to different scopes or agents: ");
  expect(stdout).toContain("  note: a claim cannot replace one of another scope or owner");
});

test("the answer to a proposal ends with the command that takes it back", async () => {
  using world = await withCorrection();

  const { exitCode, stdout } = await world.run([
    ...["--text", "resolve-proposal", "--action", "approve", "--proposal-event-id", "3"],
  ]);
  const again = await world.run(["--text", "resolve-proposal", "--action", "reject", "--claim-id", "1"]);
  const resolved = await world.run(["--text", "steward-proposals", "--include-resolved"]);

  expect([exitCode, stdout]).toEqual([
    0,
    "status=approved proposal_event_id=3 claim_id=1 applied=1\ntake back with: memorymaster undo 5\n",
  ]);
  expect([again.exitCode, again.stderr]).toEqual([0, ""]);
  expect(again.stdout).toMatch(/^already_resolved: it has been approved, nothing was changed\n\[3\] /);
  expect(resolved.stdout).toContain(`  approved by ${userInfo().username} at `);
  expect(resolved.stdout).toContain("; take back: memorymaster undo 5\n");
  expect((await world.run(["--text", "steward-proposals"])).stdout).toBe("No proposal waits for a decision.\nrows=0\n");
});

test("a decision in JSON names its event, and the actor that was given", async () => {
  using world = await withCorrection();

  const decided = await world.json([
    ...["resolve-proposal", "--action", "approve", "--claim-id", "1", "--no-apply", "--actor", "ana"],
  ]);

  expect(decided).toMatchObject({
    ok: true,
    data: {
      ok: true,
      resolved: true,
      action: "approve",
      proposal_event_id: 3,
      claim_id: 1,
      applied: false,
      apply_error: null,
      status: "approved",
      audit_event_id: 4,
    },
  });
  expect(await list(world)).toEqual({ rows: 0, proposals: [] });
  expect(await list(world, "--include-resolved")).toMatchObject({
    proposals: [{ proposal_event_id: 3, status: "approved", resolution: { actor: "ana", applied: false } }],
  });
});

test("an approval that cannot be carried out exits with 1 and says all it knows", async () => {
  using world = await withCorrection();
  await world.data(["pin", "1"]);
  const approve = ["resolve-proposal", "--action", "approve", "--proposal-event-id", "3"];

  const failed = await world.run(approve);
  const text = await world.run(["--text", ...approve]);

  expect(failed.exitCode).toBe(1);
  expect(documentOf(failed)).toMatchObject({
    ok: false,
    code: "PARTIAL",
    data: {
      resolved: false,
      status: "apply_failed",
      apply_error: expect.stringContaining("version 1, now 2") as unknown,
    },
  });
  // The person has been told about the claim as it is now: the second approval is one of that.
  expect([text.exitCode, text.stdout]).toEqual([
    0,
    "status=approved proposal_event_id=3 claim_id=1 applied=1\ntake back with: memorymaster undo 7\n",
  ]);
});

test.each([
  [["--proposal-event-id", "3"], 2, "USAGE"],
  [["--action", "approve"], 2, "USAGE"],
  [["--action", "approve", "--proposal-event-id", "3", "--claim-id", "1"], 2, "USAGE"],
  [["--action", "maybe", "--claim-id", "1"], 2, "USAGE"],
  [["--action", "approve", "--proposal-event-id", "0"], 2, "USAGE"],
  [["--action", "approve", "--proposal-event-id", "1.5"], 2, "USAGE"],
  [["--action", "approve", "--claim-id", ""], 2, "VALIDATION_ERROR"],
  [["--action", "approve", "--claim-id", "1", "--actor", " "], 2, "MISSING_FIELD"],
  [["--action", "approve", "--proposal-event-id", "99"], 1, "NOT_FOUND"],
  [["--action", "approve", "--claim-id", "2"], 1, "NOT_FOUND"],
  [["--action", "approve", "--claim-id", "mm-0000"], 1, "NOT_FOUND"],
])("resolve-proposal %j exits with %d and %s, and decides nothing", async (args, exitCode, code) => {
  using world = await withCorrection();

  const result = await world.run(["resolve-proposal", ...args]);

  expect([result.exitCode, documentOf(result).code]).toEqual([exitCode, code]);
  expect(await list(world)).toMatchObject({ rows: 1, proposals: [{ status: "pending" }] });
});

test("a list is cut at its limit and says so", async () => {
  using world = await withCorrection();
  await world.data(["ingest", "--text", "Deploys run on Friday"]);
  await world.data(["ingest", "--text", "Deploys never run on Friday"]);

  const one = await world.json(["steward-proposals", "--limit", "1"]);
  const text = await world.run(["--text", "steward-proposals", "--limit", "1"]);

  expect(one).toMatchObject({ data: { rows: 1, proposals: [{ proposal_event_id: 6 }] }, meta: { has_more: true } });
  expect(text.stdout).toMatch(/\nrows=1; there are more, see --limit\n$/);
  expect(await list(world, "--limit", "0")).toEqual({ rows: 0, proposals: [] });
  expect(await list(world, "--limit", "-1")).toEqual({ rows: 0, proposals: [] });
});

test("ready says what needs attention, what to do next, and fails on request", async () => {
  using world = await withCorrection();
  const clear = await world.run(["--text", "ready", "--fail-on-attention"]);
  await world.data(["ingest", "--text", "Release freeze starts on 15 October"]);
  await world.data(["ingest", "--text", "Release freeze starts on 16 October", "--confidence", "0.6"]);
  await world.data(["resolve-proposal", "--action", "approve", "--claim-id", "3"]);
  await world.data(["ingest", "--text", "Perhaps the cache is cold", "--confidence", "0.2"]);

  const text = await world.run(["--text", "ready"]);
  const failing = await world.run(["ready", "--fail-on-attention"]);

  expect([clear.exitCode, clear.stdout]).toEqual([0, "Nothing needs attention. All clear.\n"]);
  expect([text.exitCode, text.stdout.replace(/mm-[0-9a-f]{4}/g, "mm-…")]).toEqual([
    0,
    [
      "conflicted: 2",
      "  [4] mm-… conf=0.600 Release freeze starts on 16 October",
      "    against [3] mm-… conf=0.500 Release freeze starts on 15 October (first by higher_confidence)",
      "  next: memorymaster confirm the one that holds, memorymaster archive the other",
      "low confidence: 1",
      "  [5] mm-… conf=0.200 Perhaps the cache is cold",
      "  next: memorymaster confirm <claim> what is true, memorymaster archive <claim> what is not",
      "total_attention=3",
      "",
    ].join("\n"),
  ]);
  expect(failing.exitCode).toBe(1);
  expect(documentOf(failing)).toMatchObject({
    ok: false,
    code: "CHECK_FAILED",
    error: "3 claims need attention",
    data: {
      stale: { count: 0, claims: [] },
      conflicted: { count: 2, pairs: [{ winner_id: 4, loser_id: 3 }], unpaired: [] },
      low_confidence: { count: 1, claims: [{ id: 5 }] },
      total_attention: 3,
    },
  });
});

test.each([
  ["--confidence-threshold", "1.5"],
  ["--limit", "0"],
])("ready refuses %s %s", async (option, value) => {
  using world = await withCorrection();

  expect((await world.run(["ready", option, value])).exitCode).toBe(2);
});

test("recompute-tiers prints how many claims came to each tier", async () => {
  using world = await withCorrection();

  expect(await world.data(["recompute-tiers"])).toEqual({ core: 2, working: 0, peripheral: 0 });
  expect((await world.run(["--text", "recompute-tiers"])).stdout).toBe("core=0 working=0 peripheral=0\n");
});
