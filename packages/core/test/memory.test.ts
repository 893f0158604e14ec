import { describe, expect, test } from "vitest";

import { createMemory } from "../src/memory.ts";
import type { Memory } from "../src/memory-types.ts";
import { createCountingIds, createFixedClock, createMemoryStore } from "../src/testing/index.ts";

function openMemory(): Memory {
  return createMemory({ store: createMemoryStore(), clock: createFixedClock(), ids: createCountingIds() });
}

describe("a memory made of a store alone", () => {
  test("keeps what it is told and finds it again", async () => {
    const memory = openMemory();

    const { claim } = await memory.claims.ingest({
      text: "The staging API listens on port 7443",
      citations: [{ source: "docs/ops.md", locator: "L12", excerpt: "listens on 7443" }],
    });
    const { rows } = await memory.recall.query({ queryText: "which port does staging use" });
    const { output } = await memory.recall.context({ queryText: "staging port", tokenBudget: 200 });

    expect(claim).toMatchObject({ scope: "user", sourceAgent: "library", status: "candidate" });
    expect(rows.map((row) => row.claim.id)).toEqual([claim.id]);
    expect(output).toContain("The staging API listens on port 7443");
    expect(await memory.claims.get(claim.humanId)).toEqual(claim);
  });

  test("governs, links and shows the history of claims by any name of theirs", async () => {
    const memory = openMemory();
    const report = await memory.claims.ingestMany([
      { line: 1, input: { text: "CI runs on Jenkins" } },
      { line: 2, input: { text: "CI runs on Buildkite" } },
    ]);

    await memory.claims.pin(2, true);
    await memory.links.add(2, 1, "contradicts");
    await memory.claims.transition(1, "superseded", { replacedBy: 2, reason: "moved" });
    const detail = await memory.claims.detail(1);
    const listed = await memory.claims.list();
    const removed = await memory.links.remove(2, 1);

    expect(report).toMatchObject({ total: 2, ingested: 2, rejected: 0 });
    expect(detail.claim).toMatchObject({ status: "superseded", replacedByClaimId: 2 });
    expect(detail.links.map((link) => link.linkType)).toEqual(["contradicts"]);
    expect((await memory.events.history(1)).entries.map(({ event }) => event.eventType)).toEqual([
      "ingest",
      "supersession",
    ]);
    expect(listed.items.map((claim) => [claim.id, claim.pinned])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect([removed.length, (await memory.links.list(1)).length]).toEqual([1, 0]);
    expect((await memory.events.list({ limit: 1 })).items.map((event) => event.eventType)).toEqual(["unlink"]);
    expect(await memory.events.verify()).toMatchObject({ valid: true, issues: [] });
    expect(await memory.claims.stats()).toMatchObject({ claims: 2, byStatus: { candidate: 1, superseded: 1 } });
  });

  test("reads and writes for the person, without a project", async () => {
    const memory = openMemory();

    expect([await memory.scopes.project(), await memory.scopes.defaultRead()]).toEqual([
      "user",
      ["user", "global", "project"],
    ]);
  });
});
