import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { createMemory, LOCAL_OPERATOR } from "@memorymaster/core";
import { expect, it } from "vitest";
import { openLegacySource } from "../../src/legacy/open-legacy-source.ts";
import { createBench, fillRichly } from "../support/legacy-bench.ts";
import { THEN } from "../support/legacy-file.ts";
import { rawSql } from "../support/temp-store.ts";

it("adds nothing the second time, and what has come since", async () => {
  await using bench = await createBench();
  fillRichly(bench.file);
  const content = async (): Promise<string> => {
    const lines: string[] = [];
    for await (const line of bench.memory.transfer.exportLines()) lines.push(line);
    return lines.join("");
  };
  await bench.take();
  const before = await content();

  const again = await bench.take();
  const after = await content();
  bench.file.claim({ text: "Written later" });
  bench.file.event({ claim_id: 9, event_type: "ingest", to_status: "candidate" });
  const later = await bench.take();

  expect(after).toBe(before);
  expect(again.newClaims).toBe(0);
  expect(later.newClaims).toBe(1);
  expect((await bench.rows("event_history")).length).toBe(8);
  expect((await bench.memory.upkeep.check()).ok).toBe(true);
});

it("goes on where it was broken off, in whole batches", async () => {
  await using bench = await createBench("3.3");
  const { file } = bench;
  for (let at = 1; at <= 450; at += 1) {
    file.claim({
      text: `Fact number ${at} of module ${at * 7}`,
      ...(at % 2 === 0 && { replaced_by_claim_id: at - 1, status: "superseded" }),
    });
    file.row("events", { claim_id: at, event_type: "ingest", created_at: THEN });
  }
  const seen: number[] = [];

  for (const stop of [200, 400, 900, 1_100]) {
    const broken = bench.take((done) => {
      if (done >= stop) throw new RangeError("broken off");
    });
    await expect(broken).rejects.toThrow("broken off");
    seen.push(await bench.store.dump.count("claims"));
  }
  const report = await bench.take();

  expect(seen).toEqual([200, 400, 450, 450]);
  expect(report).toMatchObject({ newClaims: 0, chain: { unverified: 450 } });
  expect(await bench.store.dump.count("event_history")).toBe(450);
  expect((await bench.rows("claims")).filter(({ replaced_by_claim_id: by }) => by !== null)).toHaveLength(225);
  expect((await bench.memory.upkeep.check()).ok).toBe(true);
});

it("takes secrets out, and leaves the rest of the claim as it was", async () => {
  await using bench = await createBench();
  const secret = "AKIAQ3EGRKZ7LMNB2WXY";
  bench.file.claim({ text: `The deploy key is ${secret}`, source_agent: secret, pinned: 1 });
  bench.file.row("citations", {
    claim_id: 1,
    source: secret,
    locator: secret,
    excerpt: `it is ${secret}`,
    created_at: THEN,
  });
  bench.file.row("entities", { canonical_name: secret, created_at: THEN, updated_at: THEN });
  bench.file.event({ claim_id: 1, event_type: "audit", details: `found ${secret}` });
  bench.file.claim({ text: "of a secret scope", scope: secret });

  const { tables } = await bench.take();

  const everything =
    JSON.stringify(rawSql(bench.target.path, "select * from claims")) + readFileSync(bench.target.path, "latin1");
  expect(everything).not.toContain(secret);
  expect(await bench.rows("claims")).toMatchObject([
    {
      text: "The deploy key is [REDACTED:aws_access_key]",
      status: "confirmed",
      pinned: true,
      source_agent: expect.stringMatching(/^redacted-[0-9a-f]{8}$/) as unknown,
    },
  ]);
  expect(await bench.rows("event_history")).toMatchObject([{ line: null }]);
  expect(tables["claims"]).toMatchObject({ changed: 1, refused: 1 });
  expect(tables["citations"]).toMatchObject({ read: 3, taken: 1, changed: 1, refused: 1 });
  expect(tables["events"]).toMatchObject({ changed: 1 });
  expect(tables["entities"]).toMatchObject({ changed: 1 });
});

it("finds other names and states for what a filled store has already", async () => {
  await using bench = await createBench();
  const { memory, file } = bench;
  const fact = { subject: "API", predicate: "port", scope: "project:shop" };
  const input = {
    text: "The API listens on port 7443",
    subject: "API",
    predicate: "port",
    objectValue: "7443",
    scope: "project:shop",
  };
  const { claim } = await memory.claims.ingest({ ...input, idempotencyKey: "mine" });
  await memory.claims.confirm([claim.id], { actor: "ana" });
  file.claim({
    ...fact,
    text: "The API listens on 80",
    object_value: "80",
    human_id: claim.humanId,
    idempotency_key: "mine",
  });

  const { rows } = await bench.take();

  const [, taken] = await bench.rows("claims");
  expect(rows.filter(({ table }) => table === "claims")).toEqual([
    { table: "claims", id: 1, outcome: "changed", reason: "human_id, idempotency_key, tuple" },
  ]);
  expect(taken).toMatchObject({ human_id: `${claim.humanId}~2`, status: "candidate" });
  expect((await memory.claims.get(claim.id)).status).toBe("confirmed");
});

it("takes a human id that is free, whatever others of its kind there are", async () => {
  await using bench = await createBench();
  const ids = ["mm-aaaa~3", "mm-aaaa", "mm-aaaa~2", "mm-aaaa~7"];
  ids.forEach((humanId, at) => bench.file.claim({ text: `Claim ${at}`, human_id: humanId }));

  const { tables } = await bench.take();

  expect((await bench.rows("claims")).map(({ human_id: humanId }) => humanId)).toEqual(ids);
  expect(tables["claims"]).toMatchObject({ taken: 4 });
});

it("names claims that have no human id in the file", async () => {
  await using bench = await createBench();
  for (const text of ["one", "two"]) bench.file.claim({ text, subject: "API" });

  const { tables } = await bench.take();

  const [one, two] = await bench.rows("claims");
  expect(one?.["human_id"]).toMatch(/^mm-[0-9a-f]{4}$/);
  expect(two?.["human_id"]).toBe(`${String(one?.["human_id"])}~2`);
  expect(tables["claims"]).toMatchObject({ taken: 2 });
});

it("gives a claim without evidence its place in the file", async () => {
  await using bench = await createBench("3.3");
  bench.file.claim();
  bench.file.sql("delete from citations");

  await bench.take();

  expect(await bench.rows("citations")).toMatchObject([
    { source: "legacy-import", locator: "1", kind: "other", created_at: THEN },
  ]);
});

it("is for the operator alone, and a dry run writes nothing", async () => {
  await using bench = await createBench();
  bench.file.claim();
  const tenant = createMemory({ store: bench.store, authority: { ...LOCAL_OPERATOR, tenantId: "acme" } });
  using source = openLegacySource(bench.file.path);

  await expect(tenant.transfer.importLegacy(source)).rejects.toMatchObject({ code: "access.denied" });
  const report = await bench.memory.transfer.importLegacy(source, { dryRun: true });

  expect(report).toMatchObject({ newClaims: undefined, tables: { claims: { taken: 1 } } });
  expect(await bench.rows("claims")).toEqual([]);
  expect(await bench.rows("events")).toEqual([]);
});

it("leaves the file as it is, byte for byte", async () => {
  await using bench = await createBench();
  fillRichly(bench.file);
  const digest = (): string => createHash("sha256").update(readFileSync(bench.file.path)).digest("hex");
  const before = digest();

  await bench.take();

  expect(digest()).toBe(before);
});
