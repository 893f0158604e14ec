import { SETTINGS_DEFAULTS } from "@memorymaster/core";
import type { LanguageModel, MemorySettings } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { dedupeJob } from "../../src/duplicates/candidate-dedupe.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";

const LONG = "The payment worker of the shop retries failed webhooks with exponential backoff before it gives up";
const LONGER = `${LONG} entirely`;
const ACTOR = { actor: "ana" } as const;

function dedupeSettings(dedupe: { readonly enabled: boolean; readonly shadow: boolean }): MemorySettings {
  const { maintenance } = SETTINGS_DEFAULTS;
  return { ...SETTINGS_DEFAULTS, maintenance: { ...maintenance, dedupe: { ...dedupe, minOverlap: 0.85 } } };
}

const ACTIVE = { settings: dedupeSettings({ enabled: true, shadow: false }) };
const SHADOW = { settings: dedupeSettings({ enabled: true, shadow: true }) };

describe.each(STORE_KINDS)("candidate dedupe (%s)", (kind) => {
  it("archives the newer of two candidates, with pointer, link, evidence and one more access", async () => {
    const world = await stewardWorld(kind, ACTIVE);
    const first = await world.ingest({ text: LONG });
    const second = await world.ingest({ text: LONGER, citations: [{ source: "docs/other.md" }] });

    const result = await dedupeJob(world.job());

    const [kept, gone] = [await world.claim(first.id), await world.claim(second.id)];
    expect(result).toMatchObject({ enabled: true, shadow: false, archived: 1, would_archive: 0, passthrough: 1 });
    expect([gone.status, gone.replacedByClaimId]).toEqual(["archived", first.id]);
    expect([kept.status, kept.accessCount]).toEqual(["candidate", 1]);
    expect(kept.citations.map(({ source }) => source)).toEqual(["docs/shop.md", "docs/other.md"]);
    const links = await world.store.links.listOf(first.id, "supersedes");
    expect(links).toMatchObject([{ sourceId: first.id, targetId: second.id }]);
    const event = (await world.events(second.id)).at(-1);
    expect(event).toMatchObject({ eventType: "dedup", toStatus: "archived", runId: "run-1" });
    expect(event?.details).toBe("dedupe-archived: jaccard>=0.85 canonical-status=candidate");
  });

  it("one undo brings the archived claim back as it was, and the job leaves it alone after", async () => {
    const world = await stewardWorld(kind, ACTIVE);
    const first = await world.ingest({ text: LONG });
    const second = await world.ingest({ text: LONGER });
    await dedupeJob(world.job());
    const event = (await world.events(second.id)).find(({ eventType }) => eventType === "dedup");

    await world.memory.governance.undo(event?.id ?? 0, ACTOR);

    const back = await world.claim(second.id);
    expect([back.status, back.replacedByClaimId, back.archivedAt]).toEqual(["candidate", undefined, undefined]);
    expect(await world.store.links.listOf(first.id, "supersedes")).toEqual([]);
    expect(await dedupeJob(world.job())).toMatchObject({ archived: 0, passthrough: 2 });
  });

  it("G3, F16: shadow counts, writes nothing and asks no model", async () => {
    const asked: string[] = [];
    const model: LanguageModel = {
      provider: "test",
      model: "test",
      ask: async ({ purpose }) => {
        asked.push(purpose);
        return { outcome: "empty", detail: "", provider: "test" };
      },
    };
    const world = await stewardWorld(kind, { ...SHADOW, model });
    await world.ingest({ text: LONG });
    for (const word of ["always", "also", "actually", "still", "already"])
      await world.ingest({ text: `${LONG} ${word}` });
    const before = await world.store.claims.stats(world.job().viewer, undefined);

    const result = await dedupeJob(world.job());

    expect(result).toMatchObject({ archived: 0, would_archive: 5, passthrough: 1 });
    expect(await world.store.claims.stats(world.job().viewer, undefined)).toEqual(before);
    expect(asked).toEqual([]);
  });

  it.each(["archived", "superseded", "conflicted"] as const)("F15: keeps none because of one %s", async (status) => {
    const world = await stewardWorld(kind, ACTIVE);
    const first = await world.ingest({ text: LONG });
    const other = await world.ingest({ text: "Something else altogether is true of the shop" });
    await world.memory.claims.transition(first.id, status, status === "superseded" ? { replacedBy: other.id } : {});
    const second = await world.ingest({ text: LONGER });

    await dedupeJob(world.job());

    expect((await world.claim(second.id)).status).toBe("candidate");
  });

  it("G2: the same text in two scopes stays twice", async () => {
    const world = await stewardWorld(kind, ACTIVE);
    await world.ingest({ text: LONG, scope: "project:a" });
    await world.ingest({ text: LONGER, scope: "project:b" });

    expect(await dedupeJob(world.job())).toMatchObject({ archived: 0, passthrough: 2 });
  });

  it("F17: other values in a long sentence are told apart", async () => {
    const world = await stewardWorld(kind, ACTIVE);
    await world.ingest({ text: `${LONG} and tells the operator on port 4001` });
    const second = await world.ingest({ text: `${LONG} and tells the operator on port 4002` });

    const { results } = await dedupeJob(world.job());

    expect(results).toMatchObject([{ claim_id: second.id, reason: "distinct-values", would_archive: false }, {}]);
  });

  it("a correction waits for the person who is asked about it", async () => {
    const world = await stewardWorld(kind, ACTIVE);
    const first = await world.ingest({ text: LONG });
    const second = await world.ingest({ text: LONGER, supersedes: first.id });

    const { results } = await dedupeJob(world.job());

    expect(results).toMatchObject([{ claim_id: second.id, reason: "open-proposal" }, {}]);
  });

  it("off by default", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: LONG });

    expect(await dedupeJob(world.job())).toEqual({
      enabled: false,
      shadow: true,
      archived: 0,
      would_archive: 0,
      passthrough: 0,
      avg_jaccard: null,
      results: [],
    });
  });
});
