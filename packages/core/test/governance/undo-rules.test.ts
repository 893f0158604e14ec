import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { archiveClaims } from "../../src/governance/archive-claims.ts";
import { confirmClaims } from "../../src/governance/confirm-claims.ts";
import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import { addLink } from "../../src/links/add-link.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { DatabaseFiles } from "../../src/ports/database-files.ts";
import { resolveProposal } from "../../src/proposals/resolve-proposal.ts";
import { redactClaim } from "../../src/redaction/redact-claim.ts";
import { openContext, seed, seedOne } from "../support/open-context.ts";
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

describe("an undo keeps the rules of the lifecycle, but for its direction:", () => {
  test("the tuple may have another confirmed claim by now", async () => {
    const context = await withClaims();
    await confirmClaims(context, [1], ANA);
    await archiveClaims(context, [1], ANA);
    await confirmClaims(context, [2], ANA);

    expect(await refusal(context, 2)).toMatchObject(
      blocked("mm-0002 (claim 2) is confirmed for the same subject and predicate since event 3", [2, 3]),
    );
  });

  test("part of a decision comes back only with the decision", async () => {
    const context = await withClaims();
    await confirmClaims(context, [1], ANA);
    await confirmClaims(context, [2], { ...ANA, supersede: true });

    expect(await refusal(context, 2)).toMatchObject(blocked("is confirmed for the same", [2, 3]));
    await undo(context, 3);
    expect([await claimOf(context, 1), await claimOf(context, 2)]).toMatchObject([
      { status: "confirmed", confirmedBy: "ana" },
      { status: "candidate" },
    ]);
  });

  test("nothing is confirmed while promotions are frozen", async () => {
    const open = await withClaims();
    await confirmClaims(open, [1], ANA);
    await archiveClaims(open, [1], ANA);
    const files = { path: "/data/memory.db", isFrozen: () => true } as DatabaseFiles;

    expect(await refusal({ ...open, store: { ...open.store, files } }, 2)).toMatchObject({ code: "claim.frozen" });
  });

  test("a supersession is not done again by what was archived meanwhile", async () => {
    const context = await withClaims();
    await replace(context, 1, 2);
    await undo(context, 1);
    await archiveClaims(context, [2], ANA);

    expect(await refusal(context, 2)).toMatchObject(blocked("claim 2 is archived since event 3", [2, 3]));
  });

  test("nor when a circle would form, however long", async () => {
    const context = await withClaims();
    await replace(context, 1, 2);
    await replace(context, 2, 3);
    await undo(context, 1);
    await replace(context, 3, 1);

    expect(await refusal(context, 3)).toMatchObject(blocked("claim 3 is superseded since event 4", [3, 4]));
  });

  test("a supersession is done again by what had been replaced before its undo", async () => {
    const context = await withClaims();
    await replace(context, 1, 2);
    await replace(context, 2, 3);
    await undo(context, 1);

    await undo(context, 3);

    expect(await claimOf(context, 1)).toMatchObject({ status: "superseded", replacedByClaimId: 2 });
  });

  test("a correction is not asked about again while another one of the same claim is open", async () => {
    const context = await withClaims();
    await ingestClaim(context, { text: "Builds run on Drone", supersedes: 1 });
    await resolveProposal(context, { ...ANA, action: "reject", claim: 1 });
    const rejected = await lastEventId(context);
    await ingestClaim(context, { text: "Builds run on Woodpecker", supersedes: 1 });
    const filed = await lastEventId(context);

    expect(await refusal(context, rejected)).toMatchObject(
      blocked("another correction of the claim is open", [1, filed]),
    );
  });

  test("a claim keeps at least one piece of evidence, and at most as many as a claim may have", async () => {
    const context = await withClaims();
    await append(context, { eventType: "citation", payload: { citation_id: 1, outcome: "added", old: {}, new: {} } });
    const only = await refusal(context, 1);
    const many = Array.from({ length: 49 }, (_, place) => ({ source: `docs/${place}.md` }));
    await ingestClaim(context, { text: CLAIMS[0].text, citations: many });
    await undo(context, 50);
    await ingestClaim(context, { text: CLAIMS[0].text, citations: [{ source: "docs/last.md" }] });

    expect(only).toMatchObject(blocked("without any evidence"));
    expect(await refusal(context, 51)).toMatchObject(blocked("has 50 citations already"));
  });

  test("evidence whose words were erased does not come back", async () => {
    const context = await withClaims();
    await ingestClaim(context, { text: CLAIMS[0].text, citations: [{ source: "docs/b.md" }] });
    await undo(context, 1);
    await context.store.events.eraseContents(1);

    expect(await refusal(context, 2)).toMatchObject(blocked("words of the citation were erased"));
  });
});

describe("what is not as the event left it, without an event that says so, is refused:", () => {
  test("a state", async () => {
    const context = await withClaims();
    await archiveClaims(context, [1], ANA);
    const { version } = await claimOf(context, 1);
    await context.store.claims.update(1, version, { status: "stale", updatedAt: "2026-01-02T03:04:05+00:00" });

    expect(await refusal(context, 1)).toMatchObject(blocked("not in the state that the event left"));
  });

  test("a link, on both ways", async () => {
    const context = await withClaims();
    await addLink(context, { source: 1, target: 2, linkType: "supports" });
    await context.store.links.remove(1, 2, undefined);
    const gone = await refusal(context, 1);
    const edge = { sourceId: 1, targetId: 2, linkType: "supports", createdAt: "2026-01-02T03:04:05+00:00" } as const;
    await context.store.links.add(edge);
    await undo(context, 1);
    await context.store.links.add(edge);

    expect(gone).toMatchObject(blocked("the link is not there any more"));
    expect(await refusal(context, 2)).toMatchObject(blocked("have that link again"));
  });

  test("evidence", async () => {
    const context = await withClaims();
    await append(context, { eventType: "citation", payload: { citation_id: 9, outcome: "added", old: {}, new: {} } });

    expect(await refusal(context, 1)).toMatchObject(blocked("the citation is not there any more"));
  });
});

test("a redaction whose original was not sealed is not undone", async () => {
  const context = openContext();
  await seedOne(context);
  await redactClaim(context, 1, { ...ANA, mode: "redact" });

  expect(await refusal(context, 1)).toMatchObject({ code: "undo.blocked" });
});

test("the event of a link whose other end the caller may not see is not there for them", async () => {
  const open = openContext();
  await seed(open, CLAIMS[0], { text: "Ana's own note", visibility: "private", sourceAgent: "ana" });
  await addLink(open, { source: 1, target: 2, linkType: "supersedes" });
  await append(open, { claimId: 2, eventType: "unpin", payload: { before: { pinned: false } } });
  const context = { ...open, authority: { ...LOCAL_OPERATOR, principal: "luis" } };

  expect(await refusal(context, 1)).toMatchObject({ code: "event.not_found", message: "Event 1 does not exist" });
});
