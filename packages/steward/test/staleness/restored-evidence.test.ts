import { describe, expect, test } from "vitest";

import { STORE_KINDS } from "../support/steward-world.ts";
import { ANA, CHANGED, evidenceWorld, GUIDE, PATH, staleEventOf } from "./evidence-world.ts";

describe.each(STORE_KINDS)("cited evidence (%s)", (kind) => {
  test("that comes back makes its claim what it was, the person's word included", async () => {
    const world = await evidenceWorld(kind);
    const byJob = await world.cited();
    const byPerson = await world.cited({ text: "The shop has a front door", subject: "shop", predicate: "door" });
    await world.memory.claims.confirm([byPerson.id], ANA);
    world.files.set(PATH, CHANGED);
    await world.check();
    const away = await Promise.all([world.claim(byJob.id), world.claim(byPerson.id)]);
    world.files.set(PATH, GUIDE);

    const report = await world.check({ runId: "run-2" });

    const back = await Promise.all([world.claim(byJob.id), world.claim(byPerson.id)]);
    expect(away.map(({ status, confirmedBy }) => [status, confirmedBy])).toEqual([
      ["stale", undefined],
      ["stale", undefined],
    ]);
    expect(report.restored).toBe(2);
    expect(back.map(({ status, confirmedBy }) => [status, confirmedBy])).toEqual([
      ["confirmed", undefined],
      ["confirmed", "ana"],
    ]);
    const event = (await world.events(byPerson.id)).at(-1);
    expect(event?.details).toBe("evidence restored");
    await world.memory.governance.undo(event?.id ?? 0, ANA);
    expect(await world.claim(byPerson.id)).toMatchObject({ status: "stale", confirmedBy: undefined });
    expect((await world.check({ runId: "run-3" })).restored).toBe(0);
  });

  test("that comes back confirms nothing where another claim has taken its place meanwhile", async () => {
    const world = await evidenceWorld(kind);
    const { id } = await world.cited({ subject: "shop", predicate: "port", objectValue: "8443" });
    world.files.set(PATH, CHANGED);
    await world.check();
    const other = await world.ingest({
      text: "Port 9000 it is",
      subject: "shop",
      predicate: "port",
      objectValue: "9000",
    });
    await world.memory.claims.confirm([other.id], ANA);
    world.files.set(PATH, GUIDE);

    const report = await world.check();

    expect(report).toMatchObject({ restored: 0 });
    expect(report["errors"]).toBeUndefined();
    expect((await world.claim(id)).status).toBe("stale");
  });

  test("that comes back does not raise a claim that is stale for another reason", async () => {
    const world = await evidenceWorld(kind);
    const { id } = await world.cited();
    await world.memory.claims.transition(id, "stale");

    expect((await world.check()).restored).toBe(0);
  });

  test("G15: a step that a person has undone is not taken again, whether one event was undone or the whole run", async () => {
    const world = await evidenceWorld(kind);
    const one = await world.cited();
    const other = await world.cited({ text: "The shop has a back door" });
    world.files.set(PATH, CHANGED);
    await world.check();
    await world.memory.governance.undo((await staleEventOf(world, one)).id, { ...ANA, run: true });
    const undone = await world.claim(one.id);

    for (const runId of ["run-2", "run-3"]) await world.check({ runId });

    expect([undone.status, undone.citations[0]?.checkStatus]).toEqual(["confirmed", "ok"]);
    for (const { id } of [one, other]) expect((await world.claim(id)).status).toBe("confirmed");
  });

  test("G15: one undone event stays undone", async () => {
    const world = await evidenceWorld(kind);
    const { id } = await world.cited();
    world.files.set(PATH, CHANGED);
    await world.check();
    await world.memory.governance.undo((await staleEventOf(world, { id })).id, ANA);

    const report = await world.check({ runId: "run-2" });

    expect((await world.claim(id)).status).toBe("confirmed");
    expect(report).toMatchObject({ stale_detected: 1, details: [{ applied: false }] });
  });

  test("G15: a person who confirms a claim whose evidence is known to have changed is believed", async () => {
    const world = await evidenceWorld(kind);
    const { id } = await world.cited();
    world.files.set(PATH, CHANGED);
    await world.check();
    await world.memory.claims.confirm([id], ANA);

    await world.check({ runId: "run-2" });

    expect(await world.claim(id)).toMatchObject({ status: "confirmed", confirmedBy: "ana" });
  });
});
