import { describe, expect, it } from "vitest";

import { expireProposalsJob } from "../../src/review/expire-proposals.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import { unlike } from "./unlike.ts";

describe.each(STORE_KINDS)("proposals that nobody answers (%s)", (kind) => {
  it("expire after 90 days, once, settled ones too; younger ones stay", async () => {
    const world = await stewardWorld(kind);
    for (let id = 1; id <= 3; id += 1) await world.ingest({ text: unlike(id) });
    for (const id of [1, 2]) await world.ingest({ text: unlike(10 + id), supersedes: id });
    await world.memory.claims.archive([2], { actor: "ana" });
    world.wait(80);
    await world.ingest({ text: unlike(13), supersedes: 3 });
    world.wait(11);

    expect(await expireProposalsJob(world.job())).toEqual({ expired: 2 });

    expect(await expireProposalsJob(world.job())).toEqual({ expired: 0 });
    expect((await world.memory.governance.proposals()).items).toMatchObject([{ claimId: 3 }]);
    const { items } = await world.memory.governance.proposals({ includeResolved: true });
    expect(items.map(({ claimId, status }) => `${claimId} ${status}`).sort()).toEqual([
      "1 expired",
      "2 expired",
      "3 pending",
    ]);
    const audit = (await world.events(1)).at(-1);
    expect(audit).toMatchObject({ eventType: "audit", details: "steward_proposal_expired", runId: "run-1" });
  });

  it("are taken in batches, whatever the limit of the run", async () => {
    const world = await stewardWorld(kind);
    for (let id = 1; id <= 120; id += 1) await world.ingest({ text: unlike(id) });
    for (let id = 1; id <= 120; id += 1) await world.ingest({ text: unlike(1000 + id), supersedes: id });
    world.wait(91);

    expect(await expireProposalsJob(world.job({ limit: 5 }))).toEqual({ expired: 120 });
    expect(await world.store.proposals.listAll()).toEqual([]);
  });
});
