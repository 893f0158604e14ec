import { describe, test } from "vitest";

import { changeStatus } from "../../src/claims/change-status.ts";
import type { ClaimStatus } from "../../src/claims/claim.ts";
import { pinClaim } from "../../src/claims/pin-claim.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import type { EventType } from "../../src/events/event.ts";
import { archiveClaims } from "../../src/governance/archive-claims.ts";
import { confirmClaims } from "../../src/governance/confirm-claims.ts";
import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import { addLink } from "../../src/links/add-link.ts";
import { removeLinks } from "../../src/links/remove-links.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { CitationWords } from "../../src/ports/claim-store.ts";
import { CITATION_ROLES } from "../../src/ports/field-roles.ts";
import { resolveProposal } from "../../src/proposals/resolve-proposal.ts";
import { redactClaim } from "../../src/redaction/redact-claim.ts";
import { cleanRecord } from "../../src/security/clean.ts";
import { seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";
import { append, AT, claimOf, goesBackAndForth, sealingContext } from "./undo-steps.ts";

const ANA = { actor: "ana" } as const;
const CI = { subject: "ci", predicate: "runs on" } as const;
const JENKINS = { ...CI, text: "CI runs on Jenkins", humanId: "mm-0001" } as const;
const BUILDKITE = { ...CI, text: "CI runs on Buildkite", humanId: "mm-0002" } as const;
const TRAVIS = { ...CI, text: "CI runs on Travis", humanId: "mm-0003" } as const;

async function withClaims(): Promise<TestContext> {
  const context = sealingContext();
  await seed(context, JENKINS, BUILDKITE, TRAVIS);
  context.clock.advance(3_600_000);
  return context;
}

const replace = (context: MemoryContext, old: number, replacedBy: number) =>
  transitionClaim(context, old, { to: "superseded", replacedBy });

const SCORE = { score: 0.8, citation_count: 2 } as const;

/** Writes what a check of the first citation found, as a job does. */
async function recordCheck(context: MemoryContext): Promise<void> {
  const [citation] = (await claimOf(context, 1)).citations;
  const moved = {
    ...(citation as CitationWords),
    lineStart: 20,
    lineEnd: 22,
    checkStatus: "moved",
    checkedAt: AT,
  } as const;
  await context.store.claims.replaceCitations(1, [
    cleanRecord<CitationWords>(moved, CITATION_ROLES, { onSecret: "reject" }).record,
  ]);
  const values = { line_start: 20, line_end: 22, check_status: "moved", checked_at: AT };
  const old = { line_start: 12, line_end: 12, check_status: null, checked_at: null };
  await append(context, { eventType: "citation", payload: { citation_id: 1, outcome: "moved", old, new: values } });
}

describe("goes back and forth, over and over:", () => {
  test.each<[EventType, ClaimStatus, ClaimStatus]>([
    ["validator", "candidate", "confirmed"],
    ["deterministic_validator", "candidate", "conflicted"],
    ["decay", "confirmed", "stale"],
    ["staleness", "confirmed", "stale"],
    ["dedup", "candidate", "archived"],
    ["compactor", "confirmed", "archived"],
    ["transition", "confirmed", "conflicted"],
  ])("a change of status by %s", async (eventType, from, to) => {
    const context = await withClaims();
    if (from === "confirmed") await confirmClaims(context, [1], ANA);
    const claim = await claimOf(context, 1);

    await goesBackAndForth(context, () =>
      changeStatus(context, claim, { to: to as "stale", eventType, payload: SCORE }),
    );
  });

  test.each<[string, (context: MemoryContext) => Promise<unknown>, (context: MemoryContext) => Promise<unknown>]>([
    ["a confirmation", async () => undefined, (context) => confirmClaims(context, [1], ANA)],
    [
      "a confirmation of what a job confirmed",
      (context) => transitionClaim(context, 1, { to: "confirmed" }),
      (context) => confirmClaims(context, [1], ANA),
    ],
    [
      "a confirmation that replaced another claim",
      (context) => confirmClaims(context, [1], ANA),
      (context) => confirmClaims(context, [2], { ...ANA, supersede: true }),
    ],
    ["an archiving", async () => undefined, (context) => archiveClaims(context, [1], ANA)],
    ["a pin", async () => undefined, (context) => pinClaim(context, 1, true)],
    ["an unpin", (context) => pinClaim(context, 1, true), (context) => pinClaim(context, 1, false)],
    ["a link", async () => undefined, (context) => addLink(context, { source: 1, target: 2, linkType: "supports" })],
    [
      "an unlink",
      (context) => addLink(context, { source: 1, target: 2, linkType: "supports" }),
      (context) => removeLinks(context, { source: 1, target: 2 }),
    ],
    ["a supersession", async () => undefined, (context) => replace(context, 1, 2)],
    ["a supersession that added a link", (context) => replace(context, 3, 2), (context) => replace(context, 1, 2)],
    [
      "a supersession that found its link",
      async (context) => {
        await replace(context, 3, 2);
        await addLink(context, { source: 2, target: 1, linkType: "supersedes" });
      },
      (context) => replace(context, 1, 2),
    ],
    [
      "a revival",
      (context) => archiveClaims(context, [1], ANA),
      (context) => ingestClaim(context, { text: JENKINS.text, sourceAgent: "tester" }),
    ],
    [
      "added evidence",
      async () => undefined,
      (context) =>
        ingestClaim(context, { text: JENKINS.text, citations: [{ source: "docs/b.md", excerpt: "on Jenkins" }] }),
    ],
    ["a check of evidence", async () => undefined, recordCheck],
    ["a redaction", async () => undefined, (context) => redactClaim(context, 1, { ...ANA, mode: "redact" })],
    [
      "a redaction of evidence alone",
      async () => undefined,
      (context) => redactClaim(context, 1, { ...ANA, mode: "redact", claim: false }),
    ],
    [
      "an approved correction",
      (context) => ingestClaim(context, { text: "Builds run on Drone", supersedes: 1 }),
      (context) => resolveProposal(context, { ...ANA, action: "approve", claim: 1 }),
    ],
    [
      "an approved conflict",
      (context) => ingestClaim(context, { ...CI, text: "Builds run on Drone", objectValue: "Drone" }),
      (context) => resolveProposal(context, { ...ANA, action: "approve", claim: 3 }),
    ],
    [
      "a rejection",
      (context) => ingestClaim(context, { text: "Builds run on Drone", supersedes: 1 }),
      (context) => resolveProposal(context, { ...ANA, action: "reject", claim: 1 }),
    ],
    [
      "an approval that changed nothing else",
      (context) => ingestClaim(context, { text: "Builds run on Drone", supersedes: 1 }),
      (context) => resolveProposal(context, { ...ANA, action: "approve", claim: 1, apply: false }),
    ],
  ])("%s", async (_what, prepare, change) => {
    const context = sealingContext();
    await seed(context, JENKINS, BUILDKITE, { ...TRAVIS, objectValue: "Travis" });
    await prepare(context);
    context.clock.advance(3_600_000);

    await goesBackAndForth(context, () => change(context));
  });
});
