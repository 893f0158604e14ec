import { expect, test } from "vitest";

import type { IntegrityReport } from "../../src/upkeep/types.ts";
import { integrityToWire, repairActionsToWire } from "../../src/upkeep/wire.ts";

const NO_ROWS = {
  orphanEvents: [],
  orphanCitations: [],
  supersededWithoutReplacement: [],
  danglingReplacedBy: [],
  danglingSupersedes: [],
  oneSidedSupersession: [],
  statusDiffers: [],
};

const report: IntegrityReport = {
  checkedAt: "2026-01-02T03:04:05+00:00",
  ok: false,
  readOnly: false,
  file: { quickCheck: "ok", foreignKeys: { citations: 2, events: 1 } },
  index: { checked: 9, structure: undefined, missing: [3], leftover: [], changed: [], countsMatch: true },
  chain: { events: 4, valid: false, headId: 4, head: "ff", issues: [{ eventId: 7, reason: "truncated_chain" }] },
  reconcile: {
    rows: { ...NO_ROWS, orphanEvents: [1], orphanCitations: [5, 6] },
    transitions: [{ reason: "status_differs", claimId: 2, eventId: undefined, from: undefined, to: undefined }],
    openProposals: [{ eventId: 8, reason: "missing" }],
  },
  promotionsFrozen: true,
  failures: [{ part: "file", message: "busy" }],
};

test("a report on the wire", () => {
  const none = { superseded_without_replacement: [], dangling_replaced_by: [], dangling_supersedes: [] };

  expect(integrityToWire(report)).toEqual({
    ok: false,
    read_only: false,
    quick_check: "ok",
    fk_check: { orphans: 3, by_table: { citations: 2, events: 1 } },
    fts_drift: { checked: 9, structure: null, missing: [3], leftover: [], changed: [], counts_match: true },
    chain: { events: 4, valid: false, head_hash: "ff", issues: [{ event_id: 7, reason: "truncated_chain" }] },
    reconcile: {
      issues: {
        ...none,
        orphan_events: [1],
        orphan_citations: [5, 6],
        one_sided_supersession: [],
        open_proposals_drift: [{ event_id: 8, reason: "missing" }],
        transition_issues: [{ claim_id: 2, event_id: null, reason: "status_differs", from: null, to: null }],
      },
      summary: {
        orphan_events: 1,
        orphan_citations: 2,
        superseded_without_replacement: 0,
        dangling_replaced_by: 0,
        dangling_supersedes: 0,
        one_sided_supersession: 0,
        open_proposals_drift: 1,
        transition_issues: 1,
      },
    },
    promotions_frozen: true,
    failures: [{ part: "file", message: "busy" }],
  });
});

test("what was not looked at is null, foreign keys that were not looked at too", () => {
  const nothing = { file: undefined, index: undefined, chain: undefined, reconcile: undefined };

  expect(integrityToWire({ ...report, ...nothing })).toMatchObject({
    quick_check: null,
    fk_check: null,
    fts_drift: null,
    chain: null,
    reconcile: null,
  });
  const file = { quickCheck: "ok", foreignKeys: undefined };
  expect(integrityToWire({ ...report, file })).toMatchObject({ quick_check: "ok", fk_check: null });
});

test("actions say what was repaired and what was left alone", () => {
  const actions = [{ action: "deleted_orphan_citations", ids: [5, 6] }] as const;

  expect(repairActionsToWire(actions, report)).toEqual([
    { action: "deleted_orphan_citations", count: 2, ids: [5, 6] },
    { action: "skip_orphan_events_append_only", count: 1, ids: [] },
    { action: "skip_transition_issues_append_only", count: 1, ids: [] },
    { action: "skip_chain_append_only", count: 1, ids: [] },
  ]);
});
