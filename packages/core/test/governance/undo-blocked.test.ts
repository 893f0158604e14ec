import { describe, expect, test } from "vitest";

import { pinClaim } from "../../src/claims/pin-claim.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import type { NewEvent } from "../../src/events/event.ts";
import { archiveClaims } from "../../src/governance/archive-claims.ts";
import { confirmClaims } from "../../src/governance/confirm-claims.ts";
import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import { addLink } from "../../src/links/add-link.ts";
import { removeLinks } from "../../src/links/remove-links.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { redactClaim } from "../../src/redaction/redact-claim.ts";
import { seed } from "../support/open-context.ts";
import { append, blocked, claimOf, lastEventId, refusal, undo, sealingContext } from "./undo-steps.ts";

const ANA = { actor: "ana" } as const;
const CI = { subject: "ci", predicate: "runs on" } as const;
const CLAIMS = [
  { ...CI, text: "CI runs on Jenkins", humanId: "mm-0001" },
  { ...CI, text: "CI runs on Buildkite", humanId: "mm-0002" },
  { text: "The cache listens on 8080", humanId: "mm-0003" },
] as const;

async function withClaims(): Promise<MemoryContext> {
  const context = sealingContext();
  await seed(context, ...CLAIMS);
  return context;
}

const replace = (context: MemoryContext, old: number, replacedBy: number) =>
  transitionClaim(context, old, { to: "superseded", replacedBy });

describe("never undone, with what to do instead:", () => {
  test.each<[string, Partial<NewEvent>, string]>([
    ["what was taken in", { eventType: "ingest", payload: { citation_count: 1 } }, "memorymaster archive 1"],
    [
      "the filing of a proposal",
      { eventType: "policy_decision", details: "steward_proposal:stale", payload: { claim_version: 1 } },
      "memorymaster resolve-proposal --action reject --proposal-event-id 1",
    ],
    ["a noted decision", { eventType: "policy_decision", details: "noted", payload: { rule: "x" } }, "changed nothing"],
    [
      "a failed approval",
      { eventType: "audit", details: "steward_proposal_apply_failed", payload: {} },
      "changed nothing",
    ],
    [
      "an erasure",
      { eventType: "audit", details: "claim_payload_erased", payload: { redact_claim: true } },
      "gone for good",
    ],
    ["a confidence", { eventType: "confidence", payload: { before: { confidence: 0.5 } } }, "worked out again"],
    ["a note about the store", { eventType: "system", claimId: undefined }, "about the store"],
    ["a merge", { eventType: "merge", payload: { keep_id: 1, merge_id: 2, moved: {} } }, "of the kind merge"],
    [
      "a check that changed nothing",
      { eventType: "validator", payload: { score: 1, citation_count: 1 } },
      "what was before",
    ],
    [
      "a change of a value that undo does not know",
      { eventType: "decay", fromStatus: "confirmed", toStatus: "stale", payload: { before: { half_life: 3 } } },
      "what was before",
    ],
    [
      "a value that is none of its field",
      { eventType: "pin", payload: { before: { pinned: "yes" } } },
      "what was before",
    ],
  ])("%s", async (_what, event, why) => {
    const context = await withClaims();
    await append(context, event);

    expect(await refusal(context, 1)).toMatchObject(blocked(why));
  });
});

describe("later events that changed the same are in the way and named:", () => {
  test("all that count, but none that is undone", async () => {
    const context = await withClaims();
    await confirmClaims(context, [1], ANA);
    await transitionClaim(context, 1, { to: "stale" });
    await pinClaim(context, 1, true);
    await transitionClaim(context, 1, { to: "conflicted" });
    await archiveClaims(context, [1], ANA);
    await undo(context, 5);

    expect(await refusal(context, 1)).toMatchObject(blocked("events 2, 4 changed the same later", [1, 2, 4]));
  });

  test("only values that both changed: a pin does not keep an archiving from being undone", async () => {
    const context = await withClaims();
    await archiveClaims(context, [1], ANA);
    await pinClaim(context, 1, true);

    await undo(context, 1);

    expect(await claimOf(context, 1)).toMatchObject({ status: "candidate", pinned: true });
  });

  test("a person's word on a claim that a job confirmed", async () => {
    const context = await withClaims();
    await transitionClaim(context, 1, { to: "confirmed" });
    await confirmClaims(context, [1], ANA);

    expect(await refusal(context, 1)).toMatchObject(blocked("event 2 changed", [1, 2]));
  });

  test("even within the second in which nothing but the person changed", async () => {
    const context = await withClaims();
    for (const to of ["confirmed", "stale", "confirmed"] as const) await transitionClaim(context, 1, { to });
    await confirmClaims(context, [1], ANA);

    expect(await refusal(context, 3)).toMatchObject(blocked("event 4 changed", [1, 4]));
  });

  test("the undo that has undone it already, with the way to do it again", async () => {
    const context = await withClaims();
    await archiveClaims(context, [1], ANA);
    await undo(context, 1);

    expect(await refusal(context, 1)).toMatchObject(blocked("undo event 2 to do it again", [1, 2]));
  });

  test("an undo of an older event", async () => {
    const context = await withClaims();
    await pinClaim(context, 1, true);
    await pinClaim(context, 1, false);
    await undo(context, 2);
    await undo(context, 1);

    expect(await refusal(context, 3)).toMatchObject(blocked("event 4 changed", [1, 4]));
  });

  test("a link that was removed, and one that was made again", async () => {
    const context = await withClaims();
    const edge = { source: 1, target: 2, linkType: "supports" } as const;
    await addLink(context, edge);
    await removeLinks(context, edge);
    await addLink(context, edge);

    expect(await refusal(context, 1)).toMatchObject(blocked("events 2, 3 changed", [1, 2, 3]));
    expect(await refusal(context, 2)).toMatchObject(blocked("event 3 changed", [1, 3]));
  });

  test("the removal of the link that a supersession added", async () => {
    const context = await withClaims();
    await replace(context, 3, 2);
    await replace(context, 1, 2);
    await removeLinks(context, { source: 2, target: 1 });

    expect(await refusal(context, 2)).toMatchObject(blocked("event 3 changed", [2, 3]));
  });

  test("a redaction of the evidence that was added before", async () => {
    const context = await withClaims();
    await ingestClaim(context, { text: CLAIMS[0].text, citations: [{ source: "docs/b.md" }] });
    const added = await lastEventId(context);
    await redactClaim(context, 1, { ...ANA, mode: "redact" });

    expect(await refusal(context, added)).toMatchObject(blocked("changed the same later", [1, added + 2]));
  });

  test("an erasure of what was redacted", async () => {
    const context = await withClaims();
    await redactClaim(context, 1, { ...ANA, mode: "redact" });
    await redactClaim(context, 1, { ...ANA, mode: "erase" });

    expect(await refusal(context, 2)).toMatchObject(blocked("event 3 changed", [1, 3]));
  });

  test("more than ten are counted, and all of them are in the details", async () => {
    const context = await withClaims();
    for (let turn = 0; turn < 13; turn += 1) await pinClaim(context, 1, turn % 2 === 0);

    const ids = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
    expect(await refusal(context, 1)).toMatchObject(
      blocked("events 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more", [1, ...ids]),
    );
  });
});
