import { sha256Hex } from "@memorymaster/core";
import { describe, expect, test } from "vitest";

import { stalenessJob } from "../../src/staleness/staleness-job.ts";
import { STORE_KINDS, stewardWorld } from "../support/steward-world.ts";
import { ANA, CHANGED, evidenceWorld, GUIDE, outcomesOf, PATH, payloadsOf, staleEventOf } from "./evidence-world.ts";

test("without a workspace nothing is checked", async () => {
  const world = await stewardWorld();

  expect(await stalenessJob(world.job())).toEqual({ skipped: "no_workspace" });
});

describe.each(STORE_KINDS)("cited evidence (%s)", (kind) => {
  test("that still stands is noted as checked, without an event and without a new version", async () => {
    const world = await evidenceWorld(kind);
    const before = await world.cited();
    const events = (await world.events(before.id)).length;
    world.wait(1);

    const report = await world.check();

    const after = await world.claim(before.id);
    expect(report).toEqual({
      scanned: 1,
      stale_detected: 0,
      restored: 0,
      moved: 0,
      unknown: 0,
      already_stale: 0,
      skipped_no_citations: 0,
      skipped_pinned: 0,
      details: [],
    });
    expect(after.citations[0]).toMatchObject({ checkStatus: "ok", checkedAt: "2026-03-02T12:00:00+00:00" });
    expect([after.version, after.updatedAt]).toEqual([before.version, before.updatedAt]);
    expect(await world.events(before.id)).toHaveLength(events);
  });

  test("that changed makes its claim stale, with a diff that only the erasable part of the event holds", async () => {
    const world = await evidenceWorld(kind);
    const { id } = await world.cited();
    world.files.set(PATH, CHANGED);

    const report = await world.check();

    const claim = await world.claim(id);
    const event = await staleEventOf(world, claim);
    const entry = (await world.store.events.history(id, 100)).find((one) => one.event.id === event.id);
    expect(report).toMatchObject({
      stale_detected: 1,
      details: [
        {
          claim_id: id,
          changed_files: [PATH],
          missing_files: [],
          citations: [{ outcome: "changed", path: PATH, lines: "2" }],
          applied: true,
        },
      ],
    });
    expect(claim.status).toBe("stale");
    expect(claim.citations[0]?.checkStatus).toBe("changed");
    expect(event).toMatchObject({
      eventType: "staleness",
      details: `cited evidence changed: ${PATH}:2`,
      runId: "run-1",
    });
    expect(event.payloadJson).not.toContain("listens");
    expect(JSON.parse(entry?.content?.content ?? "{}")).toEqual({
      diff: "@@ -2,1 +2,1 @@\n-The shop listens on 8443\n+The shop listens on 9000",
    });
    expect(payloadsOf(await world.events(id), "citation")).toMatchObject([
      { outcome: "changed", old: { check_status: "ok" }, new: { check_status: "changed" }, run_id: "run-1" },
    ]);
  });

  test("is checked in turn when there is more than one run takes", async () => {
    const world = await evidenceWorld(kind);
    for (const port of [1, 2, 3]) await world.cited({ text: `The shop has ${port} doors` });

    const seen: number[] = [];
    for (const day of [1, 2, 3]) {
      world.wait(day);
      await world.check({ limit: 1 });
      for (const id of [1, 2, 3]) if ((await world.claim(id)).citations[0]?.checkedAt !== undefined) seen.push(id);
    }

    expect(seen).toEqual([1, 1, 2, 1, 2, 3]);
  });

  test("that is gone is named as gone; of a file that was never seen nothing is known", async () => {
    const world = await evidenceWorld(kind);
    const seen = await world.cited();
    const unseen = await world.cited({
      text: "Deliveries leave at nine",
      citations: [{ source: "never/was.md", excerpt: "x" }],
    });
    world.files.delete(PATH);

    const first = await world.check();
    const second = await world.check();

    expect(first).toMatchObject({
      stale_detected: 1,
      unknown: 1,
      details: [{ claim_id: seen.id, missing_files: [PATH] }],
    });
    expect(second).toMatchObject({ stale_detected: 0, already_stale: 1, unknown: 1 });
    expect((await staleEventOf(world, seen)).details).toBe(`cited evidence gone: ${PATH}:2`);
    expect((await world.claim(unseen.id)).status).toBe("confirmed");
  });

  test("that moved is followed, and its undo brings the old lines back", async () => {
    const world = await evidenceWorld(kind);
    const { id } = await world.cited();
    world.files.set(PATH, `new\nlines\n${GUIDE}`);

    const report = await world.check();
    const moved = await world.claim(id);
    const event = (await world.events(id)).findLast(({ eventType }) => eventType === "citation");
    await world.memory.governance.undo(event?.id ?? 0, ANA);

    expect([report.moved, outcomesOf(report), moved.status]).toEqual([1, ["moved"], "confirmed"]);
    expect(moved.citations[0]).toMatchObject({ lineStart: 4, lineEnd: 4, checkStatus: "moved" });
    expect((await world.claim(id)).citations[0]).toMatchObject({ lineStart: 2, lineEnd: 2, checkStatus: "ok" });
  });

  test("of which one still holds keeps the claim", async () => {
    const world = await evidenceWorld(kind);
    world.files.set("docs/other.md", "doors open at nine\n");
    const { id } = await world.cited({
      citations: [
        { source: PATH, locator: "L2" },
        { source: "docs/other.md", excerpt: "doors open at nine" },
      ],
    });
    world.files.set(PATH, CHANGED);

    const report = await world.check();

    expect(outcomesOf(report)).toEqual(["changed", "ok"]);
    const { status, citations } = await world.claim(id);
    expect([status, citations.map(({ checkStatus }) => checkStatus)]).toEqual(["confirmed", ["changed", "ok"]]);
  });

  test("of candidates is reported, of pinned claims passed over, of conflicted ones acted on", async () => {
    const world = await evidenceWorld(kind);
    const citations = [{ source: PATH, locator: "L2" }];
    const candidate = await world.ingest({ text: "Candidate words of the shop", citations });
    const pinned = await world.cited({ text: "Pinned words of the shop" });
    await world.memory.claims.pin(pinned.id, true);
    const conflicted = await world.cited({ text: "Disputed words of the shop" });
    await world.memory.claims.transition(conflicted.id, "conflicted");
    world.files.set(PATH, CHANGED);

    const report = await world.check();
    world.files.set(PATH, GUIDE);
    await world.check({ runId: "run-2" });

    expect(report).toMatchObject({ scanned: 2, stale_detected: 2, skipped_pinned: 1 });
    expect(report.details.map(({ claim_id: id, applied }) => [id, applied])).toEqual([
      [candidate.id, false],
      [conflicted.id, true],
    ]);
    expect((await world.claim(conflicted.id)).status).toBe("conflicted");
    expect((await world.claim(pinned.id)).citations[0]?.checkedAt).toBeUndefined();
  });

  test("of another project, and of no project without a commit, is not judged by the files at hand", async () => {
    const world = await evidenceWorld(kind);
    const elsewhere = await world.cited({ scope: "project:other", text: "Another shop entirely" });
    const anyones = await world.cited({ scope: "user", text: "Whatever shop it is" });
    world.files.set(PATH, CHANGED);

    const report = await world.check();

    expect(report).toMatchObject({ scanned: 1, unknown: 1, stale_detected: 0 });
    for (const { id } of [elsewhere, anyones]) expect((await world.claim(id)).status).toBe("confirmed");
  });

  test("outside the workspace or of no kind that can be checked is passed over", async () => {
    const world = await evidenceWorld(kind);
    const citations = [
      { source: "mcp-session" },
      { source: "../secret.txt", kind: "file" as const, path: "../secret.txt" },
    ];
    await world.cited({ text: "Nobody can tell", citations: citations.slice(0, 1) });

    expect(await world.check()).toMatchObject({ scanned: 0, details: [] });
  });

  test("a dry run says the same and leaves nothing", async () => {
    const world = await evidenceWorld(kind);
    const before = await world.cited();
    world.files.set(PATH, CHANGED);
    const events = (await world.events(before.id)).length;

    const report = await world.check({ dryRun: true });

    expect(report).toMatchObject({ stale_detected: 1, dry_run: true, details: [{ applied: false }] });
    expect(await world.claim(before.id)).toEqual(
      expect.objectContaining({ status: "confirmed", version: before.version }),
    );
    expect((await world.claim(before.id)).citations[0]?.checkedAt).toBeUndefined();
    expect(await world.events(before.id)).toHaveLength(events);
  });

  test("F22: a secret in the changed lines is in no event", async () => {
    const world = await evidenceWorld(kind);
    const { id } = await world.cited();
    const secret = ["sk-proj", "abcdefghijklmnop1234"].join("-");
    world.files.set(PATH, GUIDE.replace("8443", secret));

    await world.check();

    const history = await world.store.events.history(id, 100);
    expect(JSON.stringify(history)).not.toContain(secret);
    expect(JSON.stringify(history)).toContain("REDACTED:openai_key");
  });

  test("without an excerpt the event says that only the hash differs", async () => {
    const world = await evidenceWorld(kind);
    const check = {
      kind: "file" as const,
      path: PATH,
      lineStart: 40,
      lineEnd: 41,
      excerptHash: sha256Hex("gone words"),
    };
    const { id } = await world.cited({ citations: [{ source: PATH, ...check }] });

    await world.check();

    const event = await staleEventOf(world, { id });
    expect(payloadsOf([event], "staleness")).toMatchObject([{ outcome: "changed", hash_differs: true }]);
    expect(event.payloadJson).not.toContain("content_digest");
  });

  test("mode mtime judges what quotes nothing by the time of its file", async () => {
    const world = await evidenceWorld(kind);
    const { id } = await world.cited({ citations: [{ source: PATH }] });
    world.wait(1);
    const untouched = [
      (await world.check({ mode: "content" })).unknown,
      (await world.check({ mode: "mtime" })).unknown,
    ];
    world.times.set(PATH, "2026-03-02T12:00:00+00:00");

    const report = await world.check({ mode: "mtime", runId: "run-2" });
    world.wait(1);
    const again = await world.check({ mode: "mtime", runId: "run-3" });

    expect(untouched).toEqual([1, 0]);
    expect([outcomesOf(report), (await world.claim(id)).status]).toEqual([["changed"], "stale"]);
    expect(again).toMatchObject({ restored: 0, already_stale: 1 });
  });
});
