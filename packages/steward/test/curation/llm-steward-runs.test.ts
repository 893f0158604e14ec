import { createMemory, SETTINGS_DEFAULTS } from "@memorymaster/core";
import type { AskFailure, MemoryParts } from "@memorymaster/core";
import { payloadOf } from "@memorymaster/core/jobs";
import { openSqliteStore } from "@memorymaster/store-sqlite";
import { describe, expect, it } from "vitest";

import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";
import { facts, scriptedModel } from "./support/scripted-model.ts";
import { BACKUP, candidates, NOTE, PORT, rowsOf, run } from "./support/steward-runs.ts";

function dedupeSettings(shadow: boolean): MemoryParts["settings"] {
  const { maintenance } = SETTINGS_DEFAULTS;
  return { ...SETTINGS_DEFAULTS, maintenance: { ...maintenance, dedupe: { enabled: true, shadow, minOverlap: 0.85 } } };
}

describe.each(STORE_KINDS)("runs of the reading model (%s)", (kind) => {
  it.each(["empty", "invalid", "refused", "quota", "http_error", "timeout", "transport_error"] as const)(
    "F29: after %s the claim is as it was",
    async (outcome) => {
      const world = await stewardWorld(kind, { model: scriptedModel([outcome]) });
      const { id } = await world.ingest({ text: NOTE });
      const [before, events] = [await world.claim(id), await world.events(id)];

      const result = await run(world);

      expect(result).toMatchObject({ errors: 1, archived: 0, results: [{ claim_id: id, error: outcome }] });
      expect([await world.claim(id), await world.events(id)]).toEqual([before, events]);
    },
  );

  it("F29, G26: words that are no facts change nothing", async () => {
    const answers = [{ facts: [{ subject: "shop" }] }, { status: "confirmed" }, { facts: ["drop table claims"] }];
    const world = await stewardWorld(kind, { model: scriptedModel(answers) });
    const claims = await candidates(world, 3);

    expect(await run(world)).toMatchObject({ errors: 3, archived: 0, claims_extracted: 0 });
    for (const { id } of claims) expect(await world.claim(id)).toMatchObject({ version: 1, subject: undefined });
  });

  it("L34: the next run takes what got no answer, and only that", async () => {
    const outage: readonly AskFailure[] = Array.from({ length: 5 }, () => "empty");
    const script = [...Array.from({ length: 4 }, () => facts(PORT)), ...outage, facts(PORT), facts(BACKUP)];
    const model = scriptedModel(script);
    const world = await stewardWorld(kind, { model });
    const claims = await candidates(world, 10);
    await run(world);

    const result = await run(world);

    expect(rowsOf(result).map((row) => row["claim_id"])).toEqual(claims.slice(4, 9).map(({ id }) => id));
  });

  it("L34: a run of a few goes on before the first that got no answer", async () => {
    const model = scriptedModel(["timeout", facts(PORT), facts(BACKUP)]);
    const world = await stewardWorld(kind, { model });
    const ids = (await candidates(world, 5)).map(({ id }) => id);
    await run(world, {}, 2);

    const result = await run(world, {}, 2);

    expect(rowsOf(result).map((row) => row["claim_id"])).toEqual([ids[0], ids[2]]);
  });

  it("F23, L32: an exhausted budget ends the run and leaves the rest for the next one", async () => {
    const model = scriptedModel((_, call) => (call > 3 ? "budget_exhausted" : facts(PORT)));
    const world = await stewardWorld(kind, { model });
    const claims = await candidates(world, 10);

    const result = await run(world);

    expect(result).toMatchObject({ total: 10, llm_calls: 3, errors: 0, aborted_reason: "budget_exhausted" });
    expect(model.asked).toHaveLength(4);
    for (const { id } of claims.slice(3)) expect(await world.claim(id)).toMatchObject({ version: 1 });
    expect(rowsOf(result)).toHaveLength(3);
  });

  it("F13: a claim that has changed while the model was asked is left alone", async () => {
    const model = scriptedModel(async () => {
      await world.memory.claims.transition(id, "confirmed");
      return { facts: [] };
    });
    const world: StewardWorld = await stewardWorld(kind, { model });
    const { id } = await world.ingest({ text: NOTE });

    const result = await run(world);

    expect(rowsOf(result)[0]).toMatchObject({ action: "skipped" });
    expect(await world.claim(id)).toMatchObject({ status: "confirmed", subject: undefined });
    expect(result).toMatchObject({ archived: 0, errors: 0 });
  });

  it("a text that says nothing is archived without a call; a pinned one stays", async () => {
    const model = scriptedModel([facts(PORT)]);
    const world = await stewardWorld(kind, { model });
    const short = await world.ingest({ text: "port 80" });
    const pinned = await world.ingest({ text: "port 81" });
    await world.memory.claims.pin(pinned.id, true);

    expect(await run(world)).toMatchObject({ archived: 1, llm_calls: 1 });
    expect((await world.events(short.id)).at(-1)?.details).toBe("auto-archived: too short");
    expect((await world.claim(pinned.id)).status).toBe("candidate");
  });

  it.each([
    [false, "archived"],
    [true, "candidate"],
  ] as const)("F16: duplicates cost no call (dedupe in shadow: %s)", async (shadow, status) => {
    const model = scriptedModel([facts(BACKUP)]);
    const world = await stewardWorld(kind, { model, settings: dedupeSettings(shadow) });
    await world.ingest({ text: NOTE });
    const second = await world.ingest({ text: `${NOTE} entirely` });

    const result = await run(world);

    expect(result).toMatchObject({ dedupe_enabled: true, llm_calls: 1, dedupe_passthrough: 1 });
    expect(result).toMatchObject({ dedupe_archived: shadow ? 0 : 1, dedupe_would_archive: shadow ? 1 : 0 });
    expect((await world.claim(second.id)).status).toBe(status);
  });

  it("F16: in shadow no claim is changed, and the history holds numbers alone", async () => {
    const world = await stewardWorld(kind, {
      model: scriptedModel([facts(PORT, BACKUP), { facts: [] }]),
      settings: dedupeSettings(false),
    });
    const claims = [...(await candidates(world, 2)), await world.ingest({ text: "port 80" })];
    const before = await world.memory.claims.stats();

    const result = await run(world, { shadow: true });

    expect(rowsOf(result).map((row) => row["action"])).toEqual(["archive", "confirm", "archive"]);
    expect(result).toMatchObject({ shadow: true, archived: 0, claims_extracted: 0, auto_validation: null });
    for (const { id } of claims) expect(await world.claim(id)).toMatchObject({ version: 1, status: "candidate" });
    expect(await world.memory.claims.stats()).toEqual({ ...before, events: before.events + 1 });
    const page = await world.store.events.list(world.job().viewer, { eventType: "system" }, { limit: 5 });
    const noted = page.items.find(({ details }) => details === "llm_steward_shadow");
    expect(noted && payloadOf(noted)).toMatchObject({ llm_calls: 2, confirm: 1, archive: 1, errors: 0 });
    expect(JSON.stringify(noted)).not.toContain("5433");
  });

  it("a dry run writes nothing at all", async () => {
    const world = await stewardWorld(kind, { model: scriptedModel([{ facts: [] }]) });
    await candidates(world, 2);
    const before = await world.memory.claims.stats();

    expect(await run(world, { dryRun: true })).toMatchObject({ dry_run: true, llm_calls: 2, archived: 0 });
    expect(await world.memory.claims.stats()).toEqual(before);
    expect(await run(world)).toMatchObject({ total: 2 });
  });

  it.each([
    ["no model", undefined],
    ["a model that nobody answers for", scriptedModel(["no_provider"])],
  ])("with %s rules do what they can, and no claim is an error", async (_, model) => {
    const world = await stewardWorld(kind, { model });
    const short = await world.ingest({ text: "port 80" });
    const url = await world.ingest({
      text: "The shop is served at https://shop.example.com/ for all customers, always",
    });
    const other = await world.ingest({ text: `${NOTE}, on all machines`, scope: "project:other" });

    const result = await run(world, { scope: "project:shop" });

    expect(result).toMatchObject({ mode: "heuristic", total: 2, errors: 0, llm_calls: 0, archived: 1, confirmed: 1 });
    expect((await world.claim(short.id)).status).toBe("archived");
    expect(await world.claim(url.id)).toMatchObject({ claimType: "infra_fact", status: "confirmed" });
    expect(await world.claim(other.id)).toMatchObject({ version: 1, status: "candidate" });
  });

  it("rules are rehearsed only in a dry run", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest({ text: "The shop is served at https://shop.example.com/ for all customers" });

    expect(await run(world, { dryRun: true })).toMatchObject({ mode: "heuristic", validator: { processed: 1 } });
    expect(await world.claim(claim.id)).toMatchObject({ version: 1, status: "candidate", claimType: undefined });
  });

  it("takes so many at a time, in turn", async () => {
    const model = scriptedModel([facts(PORT)]);
    const world = await stewardWorld(kind, { model });
    const claims = await candidates(world, 5);
    const seen = [];
    for (let round = 0; round < 3; round += 1) seen.push(...rowsOf(await run(world, {}, 2)));

    expect(seen.map((row) => row["claim_id"])).toEqual(claims.map(({ id }) => id));
  });
});

it("G20: another writer is not held up while the model thinks, nor during the delay", async () => {
  const world: StewardWorld = await stewardWorld("SQLite file", {
    model: scriptedModel(async () => {
      const store = await openSqliteStore({ path: world.store.files?.path ?? "" });
      const started = performance.now();
      await createMemory({ store }).claims.ingest({ text: `Another process wrote this at ${started}`, scope: "user" });
      waits.push(performance.now() - started);
      await store.close();
      return facts(PORT, BACKUP);
    }),
  });
  const waits: number[] = [];
  await candidates(world, 2);

  const result = await run(world, { delayMs: 5 });

  expect(result).toMatchObject({ errors: 0, llm_calls: 2 });
  expect(waits).toHaveLength(2);
  // A lock would have held it up for the busy timeout of 15 s.
  for (const wait of waits) expect(wait).toBeLessThan(5_000);
});
