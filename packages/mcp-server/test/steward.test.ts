import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { startClient, temporaryFolder } from "./support/start-client.ts";
import type { StartedClient } from "./support/start-client.ts";

/** Claims 1 and 2, and the second as a correction of the first in event 3. */
async function startWithCorrection(env: Record<string, string> = {}): Promise<StartedClient> {
  const started = await startClient(env);
  await started.result("ingest_claim", { text: "CI runs on Jenkins" });
  await started.result("ingest_claim", { text: "Builds happen in Buildkite", supersedes_claim_id: 1 });
  return started;
}

test("a correction waits in the list until it is approved, and is then listed on request only", async () => {
  await using started = await startWithCorrection({ MEMORYMASTER_MCP_PRINCIPAL: "ana" });

  const waiting = await started.result("list_steward_proposals");
  const { result } = await started.result("resolve_steward_proposal", { action: "approve", proposal_event_id: 3 });
  const after = await started.result("list_steward_proposals", {});
  const all = await started.result("list_steward_proposals", { include_resolved: true });
  const old = await started.result("get_claim", { claim_id: 1 });

  const row = { proposal_event_id: 3, claim_id: 1, proposal_decision: "superseded_candidate", replaced_by_claim_id: 2 };
  expect(waiting).toMatchObject({ rows: 1, limit: 100, proposals: [{ ...row, status: "pending", resolution: null }] });
  expect(result).toEqual({
    ok: true,
    resolved: true,
    action: "approve",
    proposal_event_id: 3,
    claim_id: 1,
    applied: true,
    apply_error: null,
    status: "approved",
    audit_event_id: 5,
  });
  expect(after).toEqual({ ok: true, rows: 0, proposals: [], limit: 100 });
  expect(all).toMatchObject({ proposals: [{ ...row, status: "approved", resolution: { event_id: 5, actor: "ana" } }] });
  expect(old).toMatchObject({ claim: { status: "superseded", replaced_by_claim_id: 2 } });
});

test("the text of the list shows which claim is to replace which, and why", async () => {
  await using started = await startWithCorrection();

  const [content] = (await started.call("list_steward_proposals")).content;

  expect(content?.text).toMatch(
    /^proposals: 1\n3 superseded_candidate pending: explicit_supersession_intent \(.*\)\n {2}#1 \[mm-.*\] candidate: CI runs on Jenkins\n {2}#2 \[mm-.*\] candidate: Builds happen in Buildkite$/,
  );
});

test("an approval without applying, and a second decision, change no claim", async () => {
  await using started = await startWithCorrection();
  const named = { claim_id: 1 };

  const approved = await started.result("resolve_steward_proposal", {
    ...named,
    action: "approve",
    apply_on_approve: false,
  });
  const again = await started.result("resolve_steward_proposal", { ...named, action: "reject" });

  expect(approved).toMatchObject({ result: { resolved: true, applied: false, status: "approved" } });
  expect(again).toMatchObject({
    ok: true,
    result: {
      ok: true,
      resolved: false,
      reason: "already_resolved",
      proposal: { status: "approved", resolution: { actor: "mcp-session" } },
    },
  });
  expect(await started.result("get_claim", named)).toMatchObject({ claim: { status: "candidate" } });
});

test("an approval that cannot be carried out says why and can be repeated", async () => {
  await using started = await startWithCorrection();
  await started.result("pin_claim", { claim_id: 1 });
  const approve = { action: "approve", proposal_event_id: 3 };

  const failed = await started.result("resolve_steward_proposal", approve);
  const repeated = await started.result("resolve_steward_proposal", approve);

  expect(failed).toMatchObject({ ok: true, result: { ok: true, resolved: false, status: "apply_failed" } });
  expect((failed["result"] as { apply_error: string }).apply_error).toContain("version 1, now 2");
  expect(repeated).toMatchObject({ result: { resolved: true, status: "approved", applied: true } });
});

test.each([
  [{ action: "approve" }, "VALIDATION_ERROR", "proposal_event_id"],
  [{ action: "approve", claim_id: 1, proposal_event_id: 3 }, "VALIDATION_ERROR", "proposal_event_id"],
  [{ action: "approve", claim_id: null, proposal_event_id: null }, "VALIDATION_ERROR", "proposal_event_id"],
  [{ action: "approve", proposal_event_id: "3" }, "VALIDATION_ERROR", "proposal_event_id"],
  [{ action: "approve", proposal_event_id: true }, "VALIDATION_ERROR", "proposal_event_id"],
  [{ action: "maybe", proposal_event_id: 3 }, "VALIDATION_ERROR", "action"],
  [{ proposal_event_id: 3 }, "MISSING_FIELD", "action"],
  [{ action: "approve", proposal_event_id: 99 }, "NOT_FOUND", undefined],
  [{ action: "approve", proposal_event_id: 1 }, "NOT_FOUND", undefined],
  [{ action: "approve", claim_id: 2 }, "NOT_FOUND", undefined],
  [{ action: "approve", claim_id: "mm-0000" }, "NOT_FOUND", undefined],
])("%j is refused as %s", async (args, code, field) => {
  await using started = await startWithCorrection();

  const { isError, structuredContent } = await started.call("resolve_steward_proposal", args);

  expect([isError, structuredContent["code"], structuredContent["field"]]).toEqual([true, code, field]);
  expect(await started.result("list_steward_proposals")).toMatchObject({ rows: 1 });
});

test("limits are clamped, and more than the limit is said to be there", async () => {
  await using started = await startWithCorrection();
  await started.result("ingest_claim", { text: "Deploys run on Friday" });
  await started.result("ingest_claim", { text: "Deploys never run on Friday" });

  const one = await started.result("list_steward_proposals", { limit: -5 });
  const all = await started.result("list_steward_proposals", { limit: 9_999 });

  expect(one).toMatchObject({ rows: 1, limit: 1, truncated: true, proposals: [{ proposal_decision: "conflicted" }] });
  expect(all).toMatchObject({ rows: 2, limit: 500 });
  expect(all).not.toHaveProperty("truncated");
});

test("a proposal about a claim of another project is opened by naming that scope alone", async () => {
  await using started = await startClient();
  for (const workspace of ["shop", "mail"]) mkdirSync(join(started.folder, workspace));
  await started.result("ingest_claim", { text: "CI runs on Jenkins", workspace: "mail" });
  await started.result("ingest_claim", { text: "Builds run elsewhere", workspace: "mail", supersedes_claim_id: 1 });
  const [shop, named] = [{ workspace: "shop" }, { workspace: "shop", scope_allowlist: "project:mail" }];
  const reject = { action: "reject", proposal_event_id: 3 };

  const elsewhere = [
    await started.call("resolve_steward_proposal", { ...shop, ...reject }),
    await started.call("resolve_steward_proposal", { ...shop, action: "reject", claim_id: 1 }),
  ];

  expect(elsewhere.map(({ structuredContent }) => structuredContent)).toEqual([
    { ok: false, code: "NOT_FOUND", error: "Proposal 3 does not exist" },
    { ok: false, code: "NOT_FOUND", error: "Claim 1 does not exist" },
  ]);
  expect(await started.result("list_steward_proposals", shop)).toMatchObject({ rows: 0 });
  expect(await started.result("list_steward_proposals", named)).toMatchObject({ rows: 1 });
  expect(await started.result("resolve_steward_proposal", { ...named, ...reject })).toMatchObject({
    result: { resolved: true },
  });
});

test("a named caller learns nothing of proposals with somebody else's private claims", async () => {
  const folder = temporaryFolder();
  try {
    {
      await using ana = await startClient({ MEMORYMASTER_MCP_PRINCIPAL: "ana" }, { folder });
      await ana.result("ingest_claim", { text: "CI runs on Jenkins" });
      const own = { text: "Builds happen in Buildkite", visibility: "private", supersedes_claim_id: 1 };
      await ana.result("ingest_claim", own);
      expect(await ana.result("list_steward_proposals")).toMatchObject({ rows: 1 });
    }
    await using luis = await startClient({ MEMORYMASTER_MCP_PRINCIPAL: "luis" }, { folder });

    const rejected = await luis.call("resolve_steward_proposal", { action: "reject", proposal_event_id: 3 });

    expect(await luis.result("list_steward_proposals", { include_resolved: true })).toMatchObject({ rows: 0 });
    expect(rejected.structuredContent).toEqual({ ok: false, code: "NOT_FOUND", error: "Proposal 3 does not exist" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("tiers are recomputed with the number of claims that were moved", async () => {
  await using started = await startWithCorrection();

  expect(await started.result("recompute_tiers")).toEqual({ ok: true, core: 2, working: 0, peripheral: 0 });
  expect(await started.result("recompute_tiers")).toEqual({ ok: true, core: 0, working: 0, peripheral: 0 });
  expect(await started.result("get_claim", { claim_id: 1 })).toMatchObject({ claim: { tier: "core", version: 1 } });
});
