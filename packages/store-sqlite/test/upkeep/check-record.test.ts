import { createMemory, LOCAL_OPERATOR } from "@memorymaster/core";
import { describe, expect, it } from "vitest";
import { AT, event } from "../support/records.ts";
import { tamper } from "../support/tamper.ts";
import { tempMemory, withHistory } from "../support/temp-memory.ts";

const NO_ROWS = {
  orphanEvents: [],
  orphanCitations: [],
  supersededWithoutReplacement: [],
  danglingReplacedBy: [],
  danglingSupersedes: [],
  oneSidedSupersession: [],
  statusDiffers: [],
};
const NOTHING = { rows: NO_ROWS, transitions: [], openProposals: [] };

describe("the check of the record", () => {
  it("finds nothing wrong with what use cases wrote, and notes how far the chain reaches", async () => {
    await using temp = await withHistory();

    const report = await temp.memory.upkeep.check();

    const { headId, head, events } = report.chain ?? {};
    expect(report).toMatchObject({ ok: true, failures: [], reconcile: NOTHING, chain: { valid: true, issues: [] } });
    expect(await temp.store.upkeep.anchors()).toEqual([
      { name: "latest", eventCount: events, headId, headHash: head, recordedAt: report.checkedAt },
    ]);
  });

  it("names a chain that was cut behind the last good check, again and again", async () => {
    await using temp = await withHistory();
    const { chain } = await temp.memory.upkeep.check();
    tamper(temp.path, "delete from events where id = (select max(id) from events)");

    const [first, second] = [await temp.memory.upkeep.check(), await temp.memory.upkeep.check()];
    const verified = await temp.memory.events.verify();

    const issues = [{ eventId: chain?.headId, reason: "truncated_chain" }];
    expect([first.chain, second.chain]).toMatchObject([
      { valid: false, issues },
      { valid: false, issues },
    ]);
    expect(verified).toMatchObject({ valid: false, issues });
  });

  it("names a chain that another one has replaced", async () => {
    await using temp = await withHistory();
    await temp.memory.upkeep.check();
    tamper(temp.path, "update chain_anchor set head_hash = 'ff'");

    expect((await temp.memory.upkeep.check()).chain).toMatchObject({ issues: [{ reason: "truncated_chain" }] });
  });

  it("accepts a chain that a rollback has cut on purpose", async () => {
    await using temp = await withHistory();
    const snapshot = await temp.store.files?.snapshot();
    await temp.keep("What comes after the snapshot");
    await temp.memory.upkeep.check();
    await temp.store.files?.rollback(snapshot?.snapshotId ?? "");

    expect(await temp.memory.upkeep.check()).toMatchObject({ ok: true, chain: { valid: true, issues: [] } });
  });

  it("names a chain that is shorter than a snapshot of it", async () => {
    await using temp = await withHistory();
    await temp.store.files?.snapshot();
    const { headId } = await temp.memory.events.verify();
    tamper(temp.path, `delete from events where id = ${headId ?? 0}; delete from chain_anchor`);

    expect((await temp.memory.upkeep.check()).chain?.issues).toEqual([{ eventId: headId, reason: "truncated_chain" }]);
  });

  it.each([
    ["a payload that was changed", "update events set payload_json = '{}' where id = 2", [[2, "event_hash_mismatch"]]],
    ["an event that was taken out", "delete from events where id = 2", [[3, "broken_prev_link"]]],
    ["a copied column", "update events set run_id = 'forged' where id = 2", [[2, "copied_column_mismatch"]]],
    [
      "an event put in by hand",
      `insert into events (claim_id, event_type, created_at, event_hash, hash_algo) values (1, 'system', '${AT}', 'ff', 'sha256-v1')`,
      [
        [8, "broken_prev_link"],
        [8, "event_hash_mismatch"],
      ],
    ],
  ] as const)("names %s", async (_, script, issues) => {
    await using temp = await withHistory();
    tamper(temp.path, script);

    const report = await temp.memory.upkeep.check();

    expect(report.ok).toBe(false);
    expect(report.chain?.issues.map(({ eventId, reason }) => [eventId, reason])).toEqual(issues);
  });

  it.each([
    ["evidence of no claim", "update citations set claim_id = 99 where id = 1", { rows: { orphanCitations: [1] } }],
    ["an event of no claim", "update events set claim_id = 99 where id = 1", { rows: { orphanEvents: [1] } }],
    [
      "pointers to nothing",
      "update claims set replaced_by_claim_id = 99 where id = 1; update claims set supersedes_claim_id = 98 where id = 2",
      { rows: { danglingReplacedBy: [1], danglingSupersedes: [2] } },
    ],
    [
      "a replacement that does not know what it replaced",
      "update claims set supersedes_claim_id = null where id = 4",
      { rows: { oneSidedSupersession: [3] } },
    ],
    [
      "a superseded claim that does not know by what",
      "update claims set replaced_by_claim_id = null where id = 3",
      { rows: { oneSidedSupersession: [3] } },
    ],
    [
      "a superseded claim without any replacement",
      "update claims set replaced_by_claim_id = null, supersedes_claim_id = null",
      { rows: { supersededWithoutReplacement: [3] } },
    ],
    [
      "a status that no event explains",
      "update claims set status = 'stale' where id = 1",
      { rows: { statusDiffers: [1] }, transitions: [{ reason: "status_differs", claimId: 1, eventId: undefined }] },
    ],
    ["a proposal that is gone", "delete from open_proposals", { openProposals: [{ eventId: 3, reason: "missing" }] }],
    [
      "a proposal that was resolved or never filed",
      `insert into open_proposals select 1, target_claim_id, kind, candidate_claim_id, created_at from open_proposals`,
      { openProposals: [{ eventId: 1, reason: "leftover" }] },
    ],
    [
      "a proposal about another claim",
      "update open_proposals set target_claim_id = 4",
      { openProposals: [{ eventId: 3, reason: "changed" }] },
    ],
  ] as const)("names %s", async (_, script, expected) => {
    await using temp = await withHistory();
    tamper(temp.path, script);

    const { ok, reconcile } = await temp.memory.upkeep.check({ parts: ["record"] });

    expect(ok).toBe(false);
    expect(reconcile).toMatchObject({
      ...NOTHING,
      ...expected,
      rows: { ...NO_ROWS, ...("rows" in expected ? expected.rows : {}) },
    });
  });

  it("names changes of status that the lifecycle does not know, but an undo and a revival may lead back", async () => {
    await using temp = await withHistory();
    const change = (fields: object) => event({ claimId: 1, payload: { before: {} }, ...fields });
    await temp.store.events.append([
      change({ eventType: "transition", fromStatus: "archived", toStatus: "confirmed" }),
      change({ eventType: "transition", fromStatus: "candidate", toStatus: "gone" }),
      change({
        eventType: "transition",
        fromStatus: "archived",
        toStatus: "candidate",
        details: "reingest_revival:ana",
      }),
      change({
        eventType: "undo",
        fromStatus: "superseded",
        toStatus: "candidate",
        payload: { undoes_event_id: 1, undone_type: "supersession", actor: "ana", before: {}, restored: {} },
      }),
    ]);

    const { reconcile, chain } = await temp.memory.upkeep.check({ parts: ["record"] });

    expect(chain?.valid).toBe(true);
    expect(reconcile).toEqual({
      ...NOTHING,
      transitions: [
        { reason: "invalid_transition", claimId: 1, eventId: 8, from: "archived", to: "confirmed" },
        { reason: "unknown_status", claimId: 1, eventId: 9, from: "candidate", to: "gone" },
      ],
    });
  });

  it("does not mind a clock that jumps, and lists show all in pages", async () => {
    await using temp = await tempMemory();
    for (const [hours, text] of [
      [2, "Backups run at midnight"],
      [-30, "The cache lives for an hour"],
      [200, "Mail is sent by the queue"],
      [-199, "Reports are made on Monday"],
    ] as const) {
      temp.clock.advance(hours * 3_600_000);
      await temp.keep(text);
    }

    const report = await temp.memory.upkeep.check();
    const [first] = [await temp.memory.events.list({ limit: 3 })];
    const rest = await temp.memory.events.list({ limit: 3, cursor: first.nextCursor });

    expect(report).toMatchObject({ ok: true, chain: { events: 4, valid: true } });
    expect([...first.items, ...rest.items].map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
    expect((await temp.memory.claims.list({ limit: 2 })).total).toBe(4);
  });

  it("of a caller bound to a tenant is refused", async () => {
    await using temp = await withHistory();
    const bound = createMemory({ store: temp.store, authority: { ...LOCAL_OPERATOR, tenantId: "acme" } });

    await expect(bound.upkeep.check()).rejects.toMatchObject({ code: "access.denied" });
  });
});
