import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { StoreError } from "../../src/errors/errors.ts";
import { proposalDetails } from "../../src/events/proposal.ts";
import { recordEvents } from "../../src/events/record-events.ts";
import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { DatabaseFiles } from "../../src/ports/database-files.ts";
import type { Store } from "../../src/ports/store.ts";
import { checkIntegrity } from "../../src/upkeep/check-integrity.ts";
import { repairIndex } from "../../src/upkeep/repair-index.ts";
import { repairRows } from "../../src/upkeep/repair-rows.ts";
import { openContext } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

async function withFacts(): Promise<TestContext> {
  const context = openContext();
  for (const text of ["The build runs on Jenkins", "Backups run at midnight"]) await ingestClaim(context, { text }, {});
  return context;
}

/** A database file whose check says this. */
function onFile(context: TestContext, quickCheck: string): TestContext & { readonly frozen: string[] } {
  const frozen: string[] = [];
  const files: Partial<DatabaseFiles> = {
    check: async () => ({ quickCheck, foreignKeys: {} }),
    snapshots: async () => [],
    lastRestore: async () => undefined,
    isFrozen: () => frozen.length > 0,
    freeze: async () => void frozen.push("now"),
    sentinel: "memory.db.integrity-failed",
  };
  return { ...context, store: { ...context.store, files: files as DatabaseFiles }, frozen };
}

const replaced = (context: TestContext, parts: Partial<Store>): MemoryContext => ({
  ...context,
  store: { ...context.store, ...parts },
});

describe("the check of a store", () => {
  test("that is sound finds nothing and notes how far the chain reaches", async () => {
    const context = await withFacts();

    const report = await checkIntegrity(context);

    expect(report).toMatchObject({ ok: true, file: undefined, index: { checked: 2 }, promotionsFrozen: false });
    expect(await context.store.upkeep.anchors()).toEqual([
      {
        name: "latest",
        eventCount: report.chain?.events,
        headId: report.chain?.headId,
        headHash: report.chain?.head,
        recordedAt: "2026-01-02T03:04:05+00:00",
      },
    ]);
  });

  test("looks at the parts asked for alone", async () => {
    const context = await withFacts();

    const report = await checkIntegrity(context, { parts: ["index"] });

    expect([report.index?.checked, report.chain, report.reconcile]).toEqual([2, undefined, undefined]);
    expect(await context.store.upkeep.anchors()).toEqual([]);
  });

  test("freezes promotions when the file is damaged, and says so in an event", async () => {
    const context = onFile(await withFacts(), `Tree 7 page 9: ${"bad ".repeat(300)}`);

    const report = await checkIntegrity(context);

    const last = (await context.store.events.scan(0, 100)).at(-1)?.event;
    expect(report).toMatchObject({ ok: false, promotionsFrozen: true, chain: { valid: true } });
    expect([context.frozen, last?.details, last?.createdAt]).toEqual([
      ["now"],
      "integrity_check_failed",
      report.checkedAt,
    ]);
  });

  test("reports a damaged file although neither mark nor event can be written", async () => {
    const context = onFile(await withFacts(), "damaged");
    const full = async (): Promise<never> => {
      throw new StoreError("store.unavailable", "The disk is full");
    };
    const { files, events } = context.store;
    const broken = { files: { ...(files as DatabaseFiles), freeze: full }, events: { ...events, append: full } };

    const report = await checkIntegrity(replaced(context, broken), { parts: ["file"] });

    expect(report).toMatchObject({ ok: false, file: { quickCheck: "damaged" }, failures: [] });
  });

  test("that is open for reading alone looks at the file, and writes nothing", async () => {
    const context = onFile(await withFacts(), "damaged");
    const readOnly = replaced(context, { readOnly: true });

    const report = await checkIntegrity(readOnly);

    expect(report).toMatchObject({ ok: false, readOnly: true, index: undefined, chain: undefined });
    expect([context.frozen, await context.store.upkeep.anchors()]).toEqual([[], []]);
  });

  test("goes on when one part cannot be read, and does not hide a fault of ours", async () => {
    const context = await withFacts();
    const failing = (error: Error) => ({
      upkeep: {
        ...context.store.upkeep,
        checkIndex: async (): Promise<never> => {
          throw error;
        },
      },
    });

    const report = await checkIntegrity(replaced(context, failing(new StoreError("store.unavailable", "damaged"))));

    expect(report).toMatchObject({
      ok: false,
      index: undefined,
      chain: { valid: true },
      failures: [{ part: "index", message: "damaged" }],
    });
    await expect(checkIntegrity(replaced(context, failing(new TypeError("ours"))))).rejects.toThrow("ours");
  });

  test("reads once more when a rollback has come between", async () => {
    const context = onFile(await withFacts(), "ok");
    const { files, upkeep } = context.store;
    let restores = 0;
    let readings = 0;
    const parts = {
      files: {
        ...(files as DatabaseFiles),
        lastRestore: async () => ({ mark: String((restores += 1)), source: "s", at: "" }),
      },
      upkeep: {
        ...upkeep,
        findRowIssues: async (limit: number) => {
          readings += 1;
          return { ...(await upkeep.findRowIssues(limit)), statusDiffers: readings === 1 ? [1] : [] };
        },
      },
    };

    const report = await checkIntegrity(replaced(context, parts));

    expect([report.ok, readings]).toEqual([true, 2]);
  });

  test("is for the local operator alone", async () => {
    const context = await withFacts();
    const callers = [
      { ...LOCAL_OPERATOR, role: "writer" },
      { ...LOCAL_OPERATOR, tenantId: "acme" },
      { ...LOCAL_OPERATOR, mode: "team", principal: "ana", tenantId: "acme" },
    ] as const;

    for (const authority of callers) {
      for (const use of [checkIntegrity, repairIndex, repairRows]) {
        await expect(use({ ...context, authority })).rejects.toMatchObject({ code: "access.denied" });
      }
    }
  });
});

describe("a damaged file", () => {
  test("is repaired by nobody until a person has brought a sound one back", async () => {
    const context = onFile(await withFacts(), "damaged");
    const before = await context.store.events.scan(0, 100);

    await expect(repairRows(context)).rejects.toMatchObject({ code: "claim.frozen" });
    await expect(repairIndex(context)).rejects.toMatchObject({ code: "claim.frozen" });

    expect((await context.store.events.scan(before.length, 100)).map(({ event }) => event.details)).toEqual([
      "integrity_check_failed",
    ]);
  });
});

describe("rows that contradict the events", () => {
  test("are named, and the missing end of a pair is set", async () => {
    const context = await withFacts();
    await transitionClaim(context, 1, { to: "superseded", replacedBy: 2 });
    const [replacement] = await context.store.claims.getMany(
      { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false },
      [2],
      false,
    );
    const version = replacement?.version ?? 0;
    await context.store.claims.update(2, version, { supersedesClaimId: undefined, status: "stale", updatedAt: "" });

    const before = await checkIntegrity(context);
    const actions = await repairRows(context);
    const after = await checkIntegrity(context);

    expect(before.reconcile).toMatchObject({
      rows: { oneSidedSupersession: [1], statusDiffers: [2] },
      transitions: [{ reason: "status_differs", claimId: 2 }],
    });
    expect(actions).toEqual([{ action: "completed_supersession", ids: [1] }]);
    expect(after.reconcile?.rows).toMatchObject({ oneSidedSupersession: [], statusDiffers: [2] });
  });

  test("a proposal that is filed between two reads is none of them", async () => {
    const context = await withFacts();
    const { proposals } = context.store;
    let calls = 0;
    const listAll: typeof proposals.listAll = async () => {
      const payload = { claim_version: 1, related_claim_id: 2 };
      const details = proposalDetails("conflicted");
      const createdAt = "2026-01-02T03:04:05+00:00";
      if (calls === 0)
        await recordEvents(context.store, [{ claimId: 1, eventType: "policy_decision", details, payload, createdAt }]);
      calls += 1;
      return proposals.listAll();
    };

    const report = await checkIntegrity(replaced(context, { proposals: { ...proposals, listAll } }));

    expect([report.ok, calls, (await proposals.listAll()).length]).toEqual([true, 2, 1]);
  });

  test("open proposals become what the events say", async () => {
    const context = await withFacts();
    await context.store.proposals.replaceAll([
      {
        eventId: 1,
        targetClaimId: 1,
        kind: "stale",
        candidateClaimId: undefined,
        createdAt: "2026-01-02T03:04:05+00:00",
      },
    ]);

    const before = await checkIntegrity(context);
    const actions = await repairRows(context);

    expect(before.reconcile?.openProposals).toEqual([{ eventId: 1, reason: "leftover" }]);
    expect(actions).toEqual([{ action: "rebuilt_open_proposals", ids: [1] }]);
    expect(await context.store.proposals.listAll()).toEqual([]);
    expect(await checkIntegrity(context)).toMatchObject({ ok: true });
  });
});
