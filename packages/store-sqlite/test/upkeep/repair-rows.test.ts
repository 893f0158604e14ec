import { describe, expect, it } from "vitest";
import { tamper } from "../support/tamper.ts";
import { withHistory } from "../support/temp-memory.ts";

describe("the repair of rows", () => {
  it("mends what has one right answer, says so in events, and leaves a sound record", async () => {
    await using temp = await withHistory();
    tamper(
      temp.path,
      `update citations set claim_id = 99 where id = 1;
       update claims set replaced_by_claim_id = 99 where id = 1;
       update claims set supersedes_claim_id = 98 where id = 2;
       update claims set supersedes_claim_id = null where id = 4;
       delete from open_proposals`,
    );

    const actions = await temp.memory.upkeep.repairRows();
    const report = await temp.memory.upkeep.check();
    const { items } = await temp.memory.events.list({ scopes: "all", eventType: "system" });

    expect(actions).toEqual([
      { action: "deleted_orphan_citations", ids: [1] },
      { action: "cleared_replaced_by", ids: [1] },
      { action: "cleared_supersedes", ids: [2] },
      { action: "completed_supersession", ids: [3] },
      { action: "rebuilt_open_proposals", ids: [3] },
    ]);
    expect(report.ok).toBe(true);
    expect(items.map(({ claimId, details }) => [claimId, details]).reverse()).toEqual([
      [undefined, "integrity_deleted_orphan_citations"],
      [1, "integrity_cleared_replaced_by"],
      [2, "integrity_cleared_supersedes"],
      [3, "integrity_completed_supersession"],
      [undefined, "integrity_rebuilt_open_proposals"],
    ]);
    expect((await temp.memory.claims.get(4)).supersedesClaimId).toBe(3);
    expect(await temp.store.proposals.listAll()).toMatchObject([{ eventId: 3, targetClaimId: 1 }]);
  });

  it("links a further claim to a replacement whose pointer is taken", async () => {
    await using temp = await withHistory();
    await temp.memory.claims.transition(1, "superseded", { replacedBy: 4 });
    tamper(temp.path, "delete from claim_links");

    const actions = await temp.memory.upkeep.repairRows();

    expect(actions).toEqual([{ action: "completed_supersession", ids: [1] }]);
    expect(await temp.memory.links.list(4)).toMatchObject([{ sourceId: 4, targetId: 1, linkType: "supersedes" }]);
  });

  it("fills in the replacement when one claim alone says that it is it", async () => {
    await using temp = await withHistory();
    tamper(temp.path, "update claims set replaced_by_claim_id = null where id = 3");
    await temp.memory.upkeep.repairRows();
    const filled = (await temp.memory.claims.get(3)).replacedByClaimId;
    tamper(
      temp.path,
      "update claims set replaced_by_claim_id = null where id = 3; update claims set supersedes_claim_id = 3 where id = 2",
    );

    const actions = await temp.memory.upkeep.repairRows();

    expect(filled).toBe(4);
    expect(actions).toEqual([]);
    expect((await temp.memory.upkeep.check()).reconcile?.rows.oneSidedSupersession).toEqual([3]);
  });

  it("changes nothing of a sound store, and nothing of the events", async () => {
    await using temp = await withHistory();
    const before = await temp.store.events.scan(0, 100);

    expect(await temp.memory.upkeep.repairRows()).toEqual([]);
    expect(await temp.store.events.scan(0, 100)).toEqual(before);
  });
});
