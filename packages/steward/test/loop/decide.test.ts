import { CLAIM_STATUSES, PROPOSAL_KINDS, PROPOSED_STATUS } from "@memorymaster/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decide } from "../../src/loop/decide.ts";
import type { Evidence } from "../../src/loop/decide.ts";

const at = (day: number): string => `2026-01-${String(day).padStart(2, "0")}T00:00:00+00:00`;

const CLAIM = { id: 10, status: "confirmed", confidence: 0.6, updatedAt: at(10) } as const;
const NEWER = { id: 11, updatedAt: at(11) };
const OLDER = { id: 9, updatedAt: at(9) };

function evidence(given: Partial<Omit<Evidence, "codes">> & { readonly codes?: readonly string[] }): Evidence {
  return { claim: CLAIM, rivals: [], contradictedBy: undefined, ...given, codes: new Set(given.codes) };
}

const stale = { ...CLAIM, status: "stale" } as const;
const conflicted = { ...CLAIM, status: "conflicted" } as const;

describe("what becomes of a claim", () => {
  type Row = readonly [when: string, given: Parameters<typeof evidence>[0], decision: object];
  const superseded = (otherId: number) => ({ decision: "superseded_candidate", priority: 0.94, otherId });
  const conflict = (otherId?: number) => ({ decision: "conflicted", priority: 0.84, otherId });
  const lost = { decision: "stale", priority: 0.64, otherId: undefined };
  const keep = { decision: "keep", priority: 0.04, proposedStatus: undefined };

  it.each<Row>([
    ["nothing speaks against it", {}, keep],
    ["a newer confirmed claim says something else", { rivals: [NEWER] }, superseded(11)],
    ["so does an older one", { rivals: [OLDER] }, conflict(9)],
    ["both do", { rivals: [OLDER, NEWER] }, superseded(11)],
    ["of two changed together the higher id is newer", { rivals: [{ id: 12, updatedAt: at(10) }] }, superseded(12)],
    ["and the lower id is not", { rivals: [{ id: 8, updatedAt: at(10) }] }, conflict(8)],
    ["a model finds a contradiction", { contradictedBy: 7 }, conflict(7)],
    ["it is conflicted", { claim: conflicted }, conflict()],
    ["it is stale", { claim: stale }, lost],
    ["it is stale, and a newer claim is confirmed", { claim: stale, rivals: [NEWER] }, superseded(11)],
    ["no file holds it", { codes: ["filesystem_grep.no_match"] }, lost],
    ["it has no citation", { codes: ["deterministic_format.no_citations"] }, lost],
    ["a cited path is gone", { codes: ["deterministic_citation_locator.missing_workspace_path"] }, lost],
    ["files cannot tell", { codes: ["filesystem_grep.not_groundable", "filesystem_grep.budget_reached"] }, keep],
    ["recall does not find it", { codes: ["semantic_probe.no_related_hits", "semantic_probe.timeout"] }, keep],
    ["its confidence is low", { claim: { ...CLAIM, confidence: 0 } }, { ...keep, priority: 0.1 }],
  ])("%s", (_, given, decision) => {
    expect(decide(evidence(given))).toMatchObject(decision);
  });

  const anyEvidence = fc.record({
    claim: fc.record({
      id: fc.integer({ min: 1, max: 20 }),
      status: fc.constantFrom(...CLAIM_STATUSES),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      updatedAt: fc.integer({ min: 1, max: 28 }).map(at),
    }),
    rivals: fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 21, max: 40 }), updatedAt: fc.integer({ min: 1, max: 28 }).map(at) }),
      { maxLength: 4, selector: ({ id }) => id },
    ),
    contradictedBy: fc.option(fc.integer({ min: 41, max: 50 }), { nil: undefined }),
    codes: fc
      .subarray(["filesystem_grep.no_match", "semantic_probe.timeout", "tool_probe.tuple_mismatch"])
      .map((codes): ReadonlySet<string> => new Set(codes)),
  });

  it("proposes the state that goes with the decision, with a priority between 0 and 1", () => {
    fc.assert(
      fc.property(anyEvidence, (given) => {
        const { decision, proposedStatus, priority } = decide(given);
        const kind = PROPOSAL_KINDS.find((known) => known === decision);
        expect(proposedStatus).toBe(kind && PROPOSED_STATUS[kind]);
        expect(priority).toBeGreaterThanOrEqual(0);
        expect(priority).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("does not depend on the order of the rivals, and replaces a claim by none but the newest", () => {
    fc.assert(
      fc.property(anyEvidence, (given) => {
        const decision = decide(given);
        expect(decide({ ...given, rivals: given.rivals.toReversed() }).decision).toBe(decision.decision);
        if (decision.decision !== "superseded_candidate") return;
        const newest = given.rivals
          .map(({ updatedAt }) => updatedAt)
          .sort()
          .at(-1);
        expect(given.rivals.find(({ id }) => id === decision.otherId)?.updatedAt).toBe(newest);
      }),
    );
  });
});
