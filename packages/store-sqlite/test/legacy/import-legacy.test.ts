import type { DumpRow } from "@memorymaster/core";
import { expect, it } from "vitest";
import { byText, createBench, fillRichly, LATER } from "../support/legacy-bench.ts";
import { THEN } from "../support/legacy-file.ts";

it("takes claims as they are, in every state, under uids of their own", async () => {
  await using bench = await createBench();
  fillRichly(bench.file);

  const report = await bench.take();

  const claims = await bench.rows("claims");
  expect(report.tables["claims"]).toMatchObject({ read: 8, taken: 7, changed: 1, refused: 0 });
  expect(report.newClaims).toBe(8);
  expect(byText(claims, "A claim that is confirmed")).toMatchObject({
    status: "confirmed",
    subject: "claim confirmed",
    object_value: "confirmed",
    claim_type: "fact",
    scope: "project:shop",
    confidence: 0.1 + 0.2,
    human_id: "mm-0001",
    idempotency_key: "key confirmed",
    created_at: THEN,
    updated_at: THEN,
    last_validated_at: LATER,
    event_time: THEN,
    valid_from: THEN,
    valid_until: LATER,
    source_agent: "ana",
    holder: "luis",
    wiki_article: "shop",
    access_count: 7,
    last_accessed: LATER,
    tier: "core",
    volatility: "high",
    pinned: true,
    confirmed_by: null,
  });
  expect(byText(claims, "A claim that is archived")).toMatchObject({ status: "archived", archived_at: LATER });
  expect(claims.map(({ status }) => status).sort()).toEqual(
    ["archived", "candidate", "confirmed", "confirmed", "confirmed", "conflicted", "stale", "superseded"].sort(),
  );
  expect(byText(claims, "Ana's own")).toMatchObject({ visibility: "private", source_agent: "ana" });
  expect(byText(claims, "Of a tenant")).toMatchObject({ visibility: "sensitive", tenant_id: "acme" });
  expect(new Set(claims.map(({ uid }) => String(uid)[14]))).toEqual(new Set(["5"]));
});

it("takes evidence, links, supersessions and entities", async () => {
  await using bench = await createBench();
  fillRichly(bench.file);

  const report = await bench.take();

  const [claims, citations] = [await bench.rows("claims"), await bench.rows("citations")];
  const idOf = (text: string): unknown => byText(claims, text)?.["id"];
  expect(citations).toHaveLength(8);
  expect(citations[0]).toMatchObject({
    kind: "file",
    path: "docs/ops.md",
    line_start: 12,
    excerpt: "port 7443",
    created_at: THEN,
  });
  expect(await bench.rows("claim_links")).toMatchObject([
    {
      source_id: idOf("A claim that is candidate"),
      target_id: idOf("A claim that is confirmed"),
      link_type: "supports",
      created_at: LATER,
    },
  ]);
  expect(byText(claims, "A claim that is superseded")).toMatchObject({
    replaced_by_claim_id: idOf("A claim that is confirmed"),
  });
  expect(byText(claims, "A claim that is confirmed")).toMatchObject({
    supersedes_claim_id: idOf("A claim that is superseded"),
  });
  const [billing, shop] = await bench.rows("entities");
  expect(billing).toMatchObject({
    canonical_name: "billing",
    entity_type: "team",
    created_at: THEN,
    updated_at: LATER,
  });
  expect(claims[0]).toMatchObject({ entity_id: billing?.["id"] });
  expect(await bench.rows("entity_aliases")).toMatchObject([{ entity_id: billing?.["id"], variant_key: "Billing" }]);
  expect(await bench.rows("entity_edges")).toMatchObject([
    { source_id: billing?.["id"], target_id: shop?.["id"], weight: 1.5, claim_id: idOf("A claim that is stale") },
  ]);
  expect(await bench.rows("claim_entity_links")).toMatchObject([
    { claim_id: idOf("A claim that is superseded"), entity_id: shop?.["id"] },
  ]);
  expect(report.rows.filter(({ outcome }) => outcome !== "not_carried")).toEqual([
    { table: "claims", id: 2, outcome: "changed", reason: "supersedes_claim_id completed" },
  ]);
});

it("keeps the events as they stand in the file, and puts one of its own for each claim on the chain", async () => {
  await using bench = await createBench();
  fillRichly(bench.file);

  const { chain, origin, tables } = await bench.take();

  expect(chain).toEqual({ algorithm: "sha256-v1", events: 7, valid: true, forks: 0, unverified: 0, issues: [] });
  expect(tables["events"]).toMatchObject({ read: 7, taken: 7 });
  const lines = (await bench.rows("event_history")).toSorted((a, b) => Number(a["origin_id"]) - Number(b["origin_id"]));
  const claims = await bench.rows("claims");
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatchObject({ event_hash: origin, origin, claim_uid: claims[0]?.["uid"] });
  const { row } = JSON.parse(String(lines[0]?.["line"])) as { row: DumpRow };
  expect(row).toMatchObject({ id: 1, claim_id: 1, payload_json: '{"citation_count": 1}', event_hash: origin });
  const events = await bench.rows("events");
  expect(events.filter(({ event_type: type }) => type === "import")).toHaveLength(8);
  expect((await bench.memory.upkeep.check()).chain).toMatchObject({ valid: true, issues: [] });
  expect((await bench.memory.upkeep.check()).ok).toBe(true);
});

it("keeps an event once that two writers have written", async () => {
  await using bench = await createBench();
  bench.file.claim();
  const first = bench.file.event({ claim_id: 1 });
  bench.file.event({ claim_id: 1, details: "same" });
  bench.file.event({ claim_id: 1, details: "same", prev_event_hash: first });

  const { chain, tables } = await bench.take();

  expect(chain).toMatchObject({ valid: true, forks: 1 });
  expect(tables["claims"]).toMatchObject({ taken: 1 });
  expect(tables["events"]).toMatchObject({ read: 3, taken: 2, notCarried: 1 });
  expect(await bench.rows("event_history")).toHaveLength(2);
  expect((await bench.memory.upkeep.check()).ok).toBe(true);
});

it("notices when the history of a file was cut", async () => {
  await using bench = await createBench();
  fillRichly(bench.file);
  await bench.take();
  bench.target.sql("drop trigger event_history_refuse_delete");
  bench.target.sql("delete from event_history where origin_id = 3");

  const { chain, ok } = await bench.memory.upkeep.check();

  expect([ok, chain?.valid, chain?.issues]).toEqual([false, false, [{ eventId: 7, reason: "truncated_history" }]]);
});
