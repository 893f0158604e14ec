import { describe, expect, it } from "vitest";

import { dedupEngine } from "../../src/duplicates/dedup-engine.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

const TEXT = "The payment worker of the shop retries failed webhooks with exponential backoff";
const ACTOR = { actor: "ana" } as const;

const statusOf = async (world: StewardWorld, id: number): Promise<string> => (await world.claim(id)).status;

describe.each(STORE_KINDS)("dedup engine (%s)", (kind) => {
  it("keeps the more confident claim with the evidence of both", async () => {
    const world = await stewardWorld(kind);
    const weak = await world.ingest({ text: TEXT, confidence: 0.4, citations: [{ source: "docs/a.md" }] });
    const strong = await world.ingest({ text: `${TEXT} always`, confidence: 0.8 });

    const result = await dedupEngine(world.job());

    expect(result).toMatchObject({ scanned: 2, duplicates_found: 1, claims_archived: 1, conflicts_found: 0 });
    expect(result["pairs"]).toMatchObject([{ keep_id: strong.id, archive_id: weak.id, text_overlap: 0.8889 }]);
    const gone = await world.claim(weak.id);
    expect([gone.status, gone.replacedByClaimId]).toEqual(["archived", strong.id]);
    const { citations } = await world.claim(strong.id);
    expect(citations.map(({ source }) => source)).toEqual(["docs/shop.md", "docs/a.md"]);
    const { items } = await world.store.events.list(world.job().viewer, { eventType: "dedup_run" }, { limit: 10 });
    expect(items).toMatchObject([{ runId: "run-1" }]);
  });

  it("a dry run tells the same and writes nothing", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: TEXT });
    await world.ingest({ text: `${TEXT} always` });
    const before = await world.store.claims.stats(world.job().viewer, undefined);

    const result = await dedupEngine(world.job(), { dryRun: true });

    expect(result).toMatchObject({ duplicates_found: 1, claims_archived: 0, dry_run: true });
    expect(await world.store.claims.stats(world.job().viewer, undefined)).toEqual(before);
  });

  it("L37, F17: the same attribute with another value is a conflict of two, never a duplicate", async () => {
    const world = await stewardWorld(kind);
    const tuple = { subject: "db", predicate: "port" };
    const a = await world.ingest({ ...tuple, text: `${TEXT} at db port`, objectValue: "5432" });
    const b = await world.ingest({ ...tuple, text: `${TEXT} always at db port`, objectValue: "5433" });

    const result = await dedupEngine(world.job());

    expect(result).toMatchObject({ duplicates_found: 0, conflicts_found: 1, claims_conflicted: 2 });
    expect([await statusOf(world, a.id), await statusOf(world, b.id)]).toEqual(["conflicted", "conflicted"]);
    expect(await dedupEngine(world.job())).toMatchObject({ conflicts_found: 1, claims_conflicted: 0 });
  });

  it("addresses that the extractor has found of any server are in no conflict", async () => {
    const world = await stewardWorld(kind);
    const tuple = { subject: "server", predicate: "ip_address" };
    await world.ingest({ ...tuple, text: "The mail relay is 10.0.0.5", objectValue: "10.0.0.5" });
    await world.ingest({ ...tuple, text: "The build box is 10.0.0.6", objectValue: "10.0.0.6" });

    expect(await dedupEngine(world.job())).toMatchObject({ conflicts_found: 0, claims_conflicted: 0 });
  });

  it("never archives a pinned claim, nor a confirmed one for one that is not", async () => {
    const world = await stewardWorld(kind);
    const pinned = await world.ingest({ text: TEXT, confidence: 0.2 });
    await world.memory.claims.pin(pinned.id, true);
    const other = await world.ingest({ text: `${TEXT} always`, confidence: 0.9 });
    const confirmed = await world.ingest({ text: "Sessions of the shop live in redis for a day", confidence: 0.2 });
    await world.memory.claims.transition(confirmed.id, "confirmed");
    const likely = await world.ingest({ text: "Sessions of the shop always live in redis for a day", confidence: 0.9 });

    await dedupEngine(world.job());

    const statuses = [pinned, other, confirmed, likely].map(async ({ id }) => statusOf(world, id));
    expect(await Promise.all(statuses)).toEqual(["candidate", "archived", "confirmed", "archived"]);
  });

  it("a person's word is asked about", async () => {
    const world = await stewardWorld(kind);
    const first = await world.ingest({ text: TEXT });
    const second = await world.ingest({ text: `${TEXT} always` });
    await world.memory.claims.confirm([first.id], ACTOR);
    await world.memory.claims.confirm([second.id], ACTOR);

    await dedupEngine(world.job());

    const statuses = [await statusOf(world, first.id), await statusOf(world, second.id)];
    expect(statuses).toEqual(["confirmed", "confirmed"]);
    expect(await world.store.proposals.listAll()).toMatchObject([{ kind: "superseded_candidate" }]);
  });

  it("makes no chains: what is kept for another claim is not archived in the same run", async () => {
    const world = await stewardWorld(kind);
    const words = ["", " always", " always still", " always still also"];
    const claims = [];
    for (const [at, word] of words.entries()) {
      claims.push(await world.ingest({ text: `${TEXT}${word}`, confidence: 0.5 + at / 10 }));
    }

    await dedupEngine(world.job());

    for (const { id } of claims) {
      const { replacedByClaimId } = await world.claim(id);
      if (replacedByClaimId !== undefined) expect(await statusOf(world, replacedByClaimId)).toBe("candidate");
    }
  });

  it("undoes as a whole", async () => {
    const world = await stewardWorld(kind);
    const first = await world.ingest({ text: TEXT, citations: [{ source: "docs/a.md" }] });
    const second = await world.ingest({ text: `${TEXT} always` });
    await dedupEngine(world.job());
    const { items } = await world.store.events.list(world.job().viewer, { eventType: "dedup_run" }, { limit: 1 });

    await world.memory.governance.undo(items[0]?.id ?? 0, { actor: "ana", run: true });

    const claims = [await world.claim(first.id), await world.claim(second.id)];
    expect(claims.map(({ status, citations }) => [status, citations.length])).toEqual([
      ["candidate", 1],
      ["candidate", 1],
    ]);
  });

  it("links what is alike in other words once, and touches neither", async () => {
    const world = await stewardWorld(kind);
    const first = await world.ingest({ text: "Invoices of the shop are rendered by a worker process" });
    const second = await world.ingest({ text: "A worker process renders invoices for our customers" });

    const result = await dedupEngine(world.job());
    await world.memory.links.remove(second.id, first.id, "relates_to");

    expect(result).toMatchObject({ duplicates_found: 0, claims_linked: 1 });
    expect(await dedupEngine(world.job())).toMatchObject({ claims_linked: 0 });
    expect([await statusOf(world, first.id), await statusOf(world, second.id)]).toEqual(["candidate", "candidate"]);
  });

  it("unrelated facts about one entity are never touched", async () => {
    const world = await stewardWorld(kind);
    const tuples = [
      ["language", "Go"],
      ["owner", "fulfilment"],
      ["port", "9000"],
    ] as const;
    for (const [predicate, objectValue] of tuples) {
      const text = `The orders service of the shop has as its ${predicate} the value ${objectValue}`;
      await world.ingest({ text, subject: "orders", predicate, objectValue });
    }

    const result = await dedupEngine(world.job());

    expect(result).toMatchObject({ duplicates_found: 0, conflicts_found: 0, claims_linked: 0 });
  });
});
