import { describe, expect, it } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { resolveProposal } from "../../src/proposals/resolve-proposal.ts";
import { openContext } from "../support/open-context.ts";
import { allClaims, change, eventsAfter, ingest, refusal } from "./ingest-steps.ts";

describe("a claim that names the one it corrects", () => {
  it("files a proposal on the target and leaves it as it is", async () => {
    const context = openContext();
    const jenkins = await ingest(context, "CI runs on Jenkins");

    const result = await ingest(context, {
      text: "Builds happen in Buildkite",
      supersedes: jenkins.claim.humanId,
      confidence: 0.9,
    });

    expect([result.claim.id, result.warnings, result.proposalEventId]).toEqual([2, ["supersession_queued"], 3]);
    expect(await eventsAfter(context, 2)).toEqual([
      {
        claimId: 1,
        eventType: "policy_decision",
        details: "steward_proposal:superseded_candidate",
        payload: {
          source: "direct-ingest",
          proposal_type: "review_queue_item",
          decision: "superseded_candidate",
          proposed_status: "superseded",
          priority: 0.9,
          apply_requested: false,
          cross_identity: false,
          reasons: [
            { code: "explicit_supersession_intent", detail: `${jenkins.claim.humanId} ${result.claim.humanId}` },
          ],
          replaced_by_claim_id: 2,
          candidate_id: "ingest:2",
          claim_version: 1,
        },
      },
    ]);
    expect((await allClaims(context)).map(({ status, version }) => [status, version])).toEqual([
      ["candidate", 1],
      ["candidate", 1],
    ]);
  });

  it.each([
    ["id", (claim: { id: number }) => claim.id],
    ["id as text", (claim: { id: number }) => String(claim.id)],
    ["human id", (claim: { humanId: string }) => claim.humanId],
    ["uid", (claim: { uid: string }) => claim.uid],
  ])("may name it by %s", async (_, nameOf) => {
    const context = openContext();
    const { claim } = await ingest(context, "CI runs on Jenkins");

    const { proposalEventId } = await ingest(context, {
      text: "Builds happen in Buildkite",
      supersedes: nameOf(claim),
    });

    expect(proposalEventId).toBe(3);
  });

  it("is flagged when the target belongs to another scope or agent", async () => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", scope: "global", sourceAgent: "ana" });

    await ingest(context, { text: "Builds happen in Buildkite", supersedes: 1, sourceAgent: "luis" });

    const [, proposal] = await eventsAfter(context, 1);
    expect(proposal?.payload).toMatchObject({
      cross_identity: true,
      reasons: [
        { code: "explicit_supersession_intent" },
        {
          code: "cross_identity_supersession",
          detail: "luis in project:demo (public) has no standing over the claim of ana in global (public)",
        },
      ],
    });
  });

  it("files one open proposal per target, and a new one when the first is resolved", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    const first = await ingest(context, { text: "Builds happen in Buildkite", supersedes: 1 });

    const second = await ingest(context, { text: "Drone does the builds", supersedes: 1 });
    await resolveProposal(context, { action: "reject", proposalEventId: 3, actor: "ana" });
    const third = await ingest(context, { text: "Tekton does the builds", supersedes: 1 });

    expect([first, second, third].map(({ warnings, proposalEventId }) => [warnings, proposalEventId])).toEqual([
      [["supersession_queued"], 3],
      [["supersession_already_open"], 3],
      [["supersession_queued"], 7],
    ]);
  });

  it("does not count an open question of another kind", async () => {
    const context = openContext();
    await ingest(context, "Release freeze starts on 15 October");
    await ingest(context, "Release freeze starts on 16 October");

    const { warnings } = await ingest(context, { text: "The freeze is on Monday", supersedes: 1 });

    expect(warnings).toEqual(["supersession_queued"]);
  });

  it("is no conflict with its target as well", async () => {
    const context = openContext();
    const tuple = { subject: "db", predicate: "port" };
    await ingest(context, { text: "The db port of the shop is 5432", ...tuple, objectValue: "5432" });

    const { warnings } = await ingest(context, {
      text: "The db port of the shop is 5433",
      ...tuple,
      objectValue: "5433",
      supersedes: 1,
    });

    expect(warnings).toEqual(["supersession_queued"]);
  });

  it("passes its intent on to the stored claim that it equals", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    await ingest(context, { text: "Builds happen in Buildkite", idempotencyKey: "k" });

    const byKey = await ingest(context, { text: "Builds happen in Buildkite", idempotencyKey: "k", supersedes: 1 });

    expect([byKey.claim.id, byKey.deduplicated, byKey.warnings, byKey.proposalEventId]).toEqual([
      2,
      true,
      ["supersession_queued"],
      3,
    ]);
    expect((await eventsAfter(context, 2))[0]?.payload).toMatchObject({
      replaced_by_claim_id: 2,
      candidate_id: "ingest:2",
    });
  });

  it("files nothing in favour of a claim that is retired itself", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    await ingest(context, { text: "Builds happen in Buildkite", idempotencyKey: "k" });
    await change(context, 2, { status: "superseded" });

    const { warnings } = await ingest(context, {
      text: "Builds happen in Buildkite",
      idempotencyKey: "k",
      supersedes: 1,
    });

    expect(warnings).toEqual(["idempotency_key_reused", "supersession_not_queued"]);
  });

  it.each([
    ["does not exist", 99, { code: "claim.not_found", claim: "99" }],
    ["is private to another agent", 2, { code: "claim.not_found", claim: "2" }],
    ["is archived", 3, { code: "claim.invalid_transition", id: 3, from: "archived", to: "superseded" }],
    ["is superseded", 4, { code: "claim.invalid_transition", id: 4, from: "superseded", to: "superseded" }],
    ["is itself", 1, { code: "input.invalid", field: "supersedes_claim_id" }],
  ])("is refused when its target %s", async (_, supersedes, expected) => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, principal: "luis" } });
    await ingest(context, "CI runs on Jenkins");
    await ingest(context, { text: "Ana likes Drone", visibility: "private", sourceAgent: "ana" });
    await ingest(context, "Tabs are four spaces wide");
    await ingest(context, "Logs go to Loki");
    await change(context, 3, { status: "archived" });
    await change(context, 4, { status: "superseded" });

    expect(await refusal(context, { text: "CI runs on Jenkins", supersedes })).toEqual(expected);
    expect(await eventsAfter(context, 4)).toEqual([]);
  });

  it("cannot reach a claim of another tenant", async () => {
    const context = openContext();
    await ingest({ ...context, authority: { ...LOCAL_OPERATOR, tenantId: "acme" } }, "CI runs on Jenkins");

    expect(await refusal(context, { text: "Builds happen in Buildkite", supersedes: 1 })).toMatchObject({
      code: "claim.not_found",
    });
  });
});

describe("a text that announces a correction", () => {
  it.each([
    ["CI runs on Jenkins", "Correction: CI runs on Buildkite"],
    ["CI runs on Jenkins", "Update: CI runs on Buildkite"],
    ["We deploy with Jenkins", "We no longer deploy with Jenkins, we use Buildkite"],
    ["The API listens on port 8443", "The API listens on port 9443 instead of 8443"],
    ["El despliegue usa Jenkins", "Corrección: el despliegue usa Buildkite"],
    ["El despliegue usa Jenkins", "El despliegue ya no usa Jenkins"],
  ])("%s / %s corrects the one claim it can mean", async (stored, text) => {
    const context = openContext();
    const older = await ingest(context, stored);

    const { claim, warnings, proposalEventId } = await ingest(context, text);

    expect([warnings, proposalEventId]).toEqual([["supersession_queued"], 3]);
    expect((await eventsAfter(context, 2))[0]).toMatchObject({
      claimId: 1,
      details: "steward_proposal:superseded_candidate",
      payload: {
        source: "direct-ingest",
        replaced_by_claim_id: 2,
        reasons: [{ code: "correction_words", detail: `${older.claim.humanId} ${claim.humanId}` }],
      },
    });
  });

  it("files nothing below half of the words", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins with nightly builds");

    const { warnings } = await ingest(context, "Correction: CI runs on Buildkite");

    expect(warnings).toEqual([]);
  });

  it("files nothing when it can mean several claims", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    await ingest(context, "CI runs on Drone");

    expect((await ingest(context, "Correction: CI runs on Buildkite")).warnings).toEqual([]);
  });

  it.each([
    ["another scope", { scope: "user" }, {}],
    ["another owner", { visibility: "private", sourceAgent: "ana" }, {}],
    ["the past", {}, { validUntil: "2026-01-02T03:04:05+00:00" }],
    ["the archive", {}, { status: "archived" }],
  ] as const)("does not mean a claim of %s", async (_, fields, patch) => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", ...fields });
    await change(context, 1, patch);

    expect((await ingest(context, "Correction: CI runs on Buildkite")).warnings).toEqual([]);
  });

  it("yields to the target that the caller names", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    await ingest(context, "Builds are slow");

    await ingest(context, { text: "Correction: CI runs on Buildkite", supersedes: 2 });

    expect((await context.store.proposals.listOpen([1, 2])).map(({ targetClaimId }) => targetClaimId)).toEqual([2]);
  });

  it("finds its target among many claims that share a common word", async () => {
    const context = openContext();
    for (let index = 0; index < 150; index += 1)
      await ingest(context, `Queue ${String.fromCharCode(97 + (index % 26))}x${index} runs on schedule`);
    await ingest(context, "Nightly archive runs on tapes");

    const { warnings } = await ingest(context, "Correction: nightly archive runs on disks");

    expect(warnings).toEqual(["supersession_queued"]);
  });
});
