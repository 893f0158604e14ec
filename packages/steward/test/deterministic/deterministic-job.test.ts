import type { Claim, Store } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { deterministicJob } from "../../src/deterministic/deterministic-job.ts";
import { isHardFailed } from "../../src/deterministic/judge-check.ts";
import type { WorkspaceReader } from "../../src/types.ts";
import { workspaceOf } from "../scan/workspace-double.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import {
  about,
  ACTOR,
  adjustments,
  checksOf,
  confirm,
  latestCheck,
  NO_CHECKS,
  NOTHING,
  outcomesOf,
} from "./check-facts.ts";

describe.each(STORE_KINDS)("the deterministic validator (%s)", (kind) => {
  it("G14: says zero for each thing it counts when there are no claims", async () => {
    const world = await stewardWorld(kind);

    expect(await deterministicJob(world.job())).toEqual(NOTHING);
  });

  it("raises the confidence of a well-formed value and tells of it without the value", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest(about(" Port ", "8443"));

    const result = await deterministicJob(world.job());

    expect(result).toEqual({
      ...NOTHING,
      checked: 1,
      boosted: 1,
      predicate_checks: { ...NO_CHECKS, port_checked: 1 },
    });
    expect((await world.claim(claim.id)).confidence).toBeCloseTo(0.56, 9);
    expect(await adjustments(world, claim)).toEqual(["deterministic_adjust=+0.060"]);
    const [event, ...others] = await checksOf(world, claim);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      details: "deterministic_checks_completed",
      fromStatus: "candidate",
      toStatus: "candidate",
      runId: "run-1",
    });
    expect(event?.payloadJson).not.toContain("8443");
    expect(await outcomesOf(world, claim)).toEqual({ port_valid: true });
  });

  it("lowers the confidence of a malformed value that may still be true, and leaves its state", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest(about("deadline", "2026-02-30"));

    const result = await deterministicJob(world.job());

    expect(result).toMatchObject({ dropped: 1, hard_conflicted: 0 });
    expect(await world.claim(claim.id)).toMatchObject({ status: "candidate", updatedAt: claim.updatedAt });
    expect(await adjustments(world, claim)).toEqual(["deterministic_adjust=-0.180"]);
    expect(isHardFailed(await latestCheck(world, claim))).toBe(false);
  });

  it("F1: a second run writes no event and moves no confidence", async () => {
    const workspace = workspaceOf({ "src/till.ts": "listen on db1.example.com" });
    const world = await stewardWorld(kind, { workspace });
    const claims = [
      await world.ingest(about("host", "db1.example.com")),
      await world.ingest(about("path", "src/till.ts")),
      await world.ingest(about("version", "latest")),
      await world.ingest(about("colour", "green")),
      await world.ingest(about("ip_address", "256.1.1.1")),
    ];
    await deterministicJob(world.job());
    const before = await Promise.all(claims.map(({ id }) => world.events(id)));

    const result = await deterministicJob(world.job({ runId: "run-2" }));

    expect(await Promise.all(claims.map(({ id }) => world.events(id)))).toEqual(before);
    expect(result).toMatchObject({ checked: 4, boosted: 0, dropped: 0, unchanged: 4, no_signal: 4 });
  });

  it("F1: the first check is told of even when there is nothing to check, later ones are not", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest({ text: "The till is green" });

    const first = await deterministicJob(world.job());
    const second = await deterministicJob(world.job({ runId: "run-2" }));

    expect(first).toMatchObject({ checked: 1, no_signal: 0, boosted: 0, dropped: 0 });
    expect(second).toMatchObject({ checked: 1, no_signal: 1 });
    expect(await checksOf(world, claim)).toHaveLength(1);
    expect(await adjustments(world, claim)).toEqual([]);
  });

  it("a hard fail makes the claim conflicted, and its newest check says why", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest(about("ip_address", "256.1.1.1", { confidence: 0.2 }));

    const result = await deterministicJob(world.job());

    expect(result).toMatchObject({ checked: 1, dropped: 1, hard_conflicted: 1 });
    expect(await world.claim(claim.id)).toMatchObject({ status: "conflicted", confidence: 0 });
    const [check, step] = await checksOf(world, claim);
    expect(check).toMatchObject({ details: "deterministic_checks_completed", toStatus: "candidate" });
    expect(step).toMatchObject({ details: "deterministic hard fail (invalid format)", toStatus: "conflicted" });
    expect(isHardFailed(await latestCheck(world, claim))).toBe(true);
    expect(await outcomesOf(world, claim)).toEqual({ ip_valid: false });
  });

  it("a hard fail of a claim that is conflicted already changes no state, and of a stale one does", async () => {
    const world = await stewardWorld(kind);
    const conflicted = await world.ingest(about("port", "0", { subject: "first till" }));
    const stale = await world.ingest(about("port", "65536", { subject: "second till" }));
    await world.memory.claims.transition(conflicted.id, "conflicted");
    await world.memory.claims.transition(stale.id, "conflicted");
    await world.memory.claims.transition(stale.id, "stale");
    const revalidation = [await world.claim(conflicted.id), await world.claim(stale.id)];

    const result = await deterministicJob(world.job(), { policyMode: "cadence", revalidation });

    expect(result).toMatchObject({ checked: 2, revalidation_checked: 2, hard_conflicted: 1 });
    expect(await checksOf(world, conflicted)).toHaveLength(1);
    expect((await world.claim(stale.id)).status).toBe("conflicted");
    expect(isHardFailed(await latestCheck(world, conflicted))).toBe(true);
  });

  it("G15: a hard fail of a claim that a person has confirmed asks the person, once", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest(about("ip_address", "256.1.1.1"));
    await confirm(world, claim);

    const first = await deterministicJob(world.job());
    await deterministicJob(world.job({ runId: "run-2" }));

    expect(first).toMatchObject({ checked: 1, hard_conflicted: 0, dropped: 1 });
    expect(await world.claim(claim.id)).toMatchObject({ status: "confirmed", confirmedBy: "mara" });
    const open = await world.store.proposals.listOpen([claim.id]);
    expect(open.map(({ kind: asked }) => asked)).toEqual(["conflicted"]);
    expect(isHardFailed(await latestCheck(world, claim))).toBe(true);
  });

  it("a step that a person has undone is not taken again", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest(about("ip_address", "256.1.1.1"));
    await deterministicJob(world.job());
    await world.memory.governance.undo((await latestCheck(world, claim)).id, ACTOR);

    const result = await deterministicJob(world.job({ runId: "run-2" }));

    expect(result).toMatchObject({ checked: 1, unchanged: 1, hard_conflicted: 0 });
    expect((await world.claim(claim.id)).status).toBe("candidate");
  });

  it("G12: does nothing while promotions are frozen", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest(about("ip_address", "256.1.1.1"));
    const files = { ...world.store.files, isFrozen: () => true } as NonNullable<Store["files"]>;
    const job = world.job();

    const result = await deterministicJob({ ...job, context: { ...job.context, store: { ...world.store, files } } });

    expect(result).toEqual({ ...NOTHING, frozen: 1 });
    expect(await world.claim(claim.id)).toEqual(claim);
    expect(await checksOf(world, claim)).toEqual([]);
  });

  it("touches nothing but the claims that it is given by id", async () => {
    const world = await stewardWorld(kind);
    const named = await world.ingest(about("port", "8443", { subject: "first till" }));
    const other = await world.ingest(about("port", "0", { subject: "second till" }));
    const archived = await world.ingest(about("port", "0", { subject: "third till" }));
    await world.memory.claims.transition(archived.id, "archived");

    const result = await deterministicJob(world.job(), { onlyIds: [named.id, archived.id], revalidation: [other] });

    expect(result).toMatchObject({ checked: 1, boosted: 1, revalidation_checked: 0, errors: 0 });
    expect(await checksOf(world, other)).toEqual([]);
    expect(await checksOf(world, archived)).toEqual([]);
    expect(await world.store.jobs.readNote("deterministic:candidate")).toBeUndefined();
  });

  it("looks at candidates and confirmed claims, in other modes at candidates and those that are due", async () => {
    const world = await stewardWorld(kind);
    const ingest = (subject: string): Promise<Claim> => world.ingest(about("port", "8443", { subject }));
    const [candidate, confirmed, stale] = [
      await ingest("till one"),
      await ingest("till two"),
      await ingest("till three"),
    ];
    await confirm(world, confirmed);
    await confirm(world, stale);
    await world.memory.claims.transition(stale.id, "stale");

    const legacy = await deterministicJob(world.job(), { revalidation: [await world.claim(stale.id)] });
    const cadence = await deterministicJob(world.job({ runId: "run-2" }), {
      policyMode: "cadence",
      revalidation: [await world.claim(stale.id), await world.claim(candidate.id)],
    });

    expect(legacy).toMatchObject({ checked: 2, boosted: 2, revalidation_checked: 0 });
    expect(cadence).toMatchObject({ checked: 2, boosted: 1, unchanged: 1, revalidation_checked: 1 });
  });

  it("G8: every claim has its turn, new ones do not wait for confirmed ones", async () => {
    const world = await stewardWorld(kind);
    const claims: Claim[] = [];
    for (let number = 0; number < 8; number += 1) {
      claims.push(await world.ingest(about("port", "8443", { subject: `till ${number}` })));
    }
    for (const claim of claims.slice(0, 4)) await confirm(world, claim);

    const first = await deterministicJob(world.job({ limit: 2 }));
    const second = await deterministicJob(world.job({ limit: 2, runId: "run-2" }));

    expect([first["checked"], second["boosted"]]).toEqual([4, 4]);
    expect(await Promise.all(claims.map(async (claim) => (await checksOf(world, claim)).length))).toEqual(
      claims.map(() => 1),
    );
  });

  it("G7: leaves a claim that changed after it was checked to the next run, and settles the others", async () => {
    const workspace = workspaceOf({ "a.md": "8443" });
    const world = await stewardWorld(kind, { workspace });
    const moved = await world.ingest(about("url", "https://till.example.com"));
    const other = await world.ingest(about("port", "8443"));
    const bad = await world.ingest(about("host", "localhost"));
    const meddling: WorkspaceReader = {
      ...workspace,
      scan: async function* (limits) {
        await world.memory.claims.pin(moved.id, true);
        await world.memory.claims.pin(bad.id, true);
        yield* workspace.scan(limits);
      },
    };
    const job = world.job();

    const result = await deterministicJob({ ...job, context: { ...job.context, workspace: meddling } });

    expect(result).toMatchObject({ checked: 1, boosted: 1, skipped: 2, errors: 0, hard_conflicted: 0 });
    expect(await checksOf(world, moved)).toEqual([]);
    expect(await checksOf(world, bad)).toEqual([]);
    expect(await outcomesOf(world, other)).toEqual({ port_valid: true });
  });

  it("counts an outcome once, though another one of the same value changes", async () => {
    const files: Record<string, string> = { "a.md": "see https://till.example.com/help" };
    const world = await stewardWorld(kind, { workspace: workspaceOf(files) });
    const claim = await world.ingest(about("url", "https://till.example.com"));
    await deterministicJob(world.job());
    files["a.md"] = "moved away";

    const result = await deterministicJob(world.job({ runId: "run-2" }));

    expect(result).toMatchObject({ boosted: 0, dropped: 1, unchanged: 0 });
    expect(await adjustments(world, claim)).toEqual(["deterministic_adjust=+0.200", "deterministic_adjust=-0.020"]);
    expect(await outcomesOf(world, claim)).toEqual({ url_valid: true, workspace_match: false });
  });

  it("keeps what it saw when the workspace is not at hand the next time", async () => {
    const world = await stewardWorld(kind, { workspace: workspaceOf({ "src/till.ts": "src/till.ts" }) });
    const claim = await world.ingest(about("path", "src/till.ts"));
    const job = world.job();
    await deterministicJob(job);

    const without = await deterministicJob({ ...job, context: { ...job.context, workspace: undefined } });
    const again = await deterministicJob(job);

    expect([without, again]).toEqual([
      expect.objectContaining({ unchanged: 1, boosted: 0 }),
      expect.objectContaining({ unchanged: 1, boosted: 0 }),
    ]);
    expect(await adjustments(world, claim)).toEqual(["deterministic_adjust=+0.220"]);
  });

  it("G11: takes no value that was redacted for a malformed one", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest(about("ip_address", "[REDACTED:private_ip]"));

    const result = await deterministicJob(world.job());

    expect(result).toMatchObject({ checked: 1, dropped: 0, hard_conflicted: 0, predicate_checks: NO_CHECKS });
    expect((await world.claim(claim.id)).status).toBe("candidate");
  });

  it("a bad value that has been taken away is no hard fail any more", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest(about("ip_address", "256.1.1.1"));
    await confirm(world, claim);
    await deterministicJob(world.job());
    await world.memory.claims.redact(claim.id, { mode: "redact", actor: "mara" });

    await deterministicJob(world.job({ runId: "run-2" }));
    await deterministicJob(world.job({ runId: "run-3" }));

    expect(isHardFailed(await latestCheck(world, claim))).toBe(false);
    expect(await checksOf(world, claim)).toHaveLength(2);
  });
});
