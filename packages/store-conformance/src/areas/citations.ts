import type { NewCitation } from "@memorymaster/core";
import { cleanCitation } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { AT, eventsOf, failureCode, getOne, idsOf, insertOne, OPERATOR, payloadOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { CITATIONS } from "../requirements/citations.ts";

const LATER = "2026-01-03T00:00:00+00:00";

const FILE: NewCitation = {
  source: "docs/ops.md",
  locator: "L1-L2",
  excerpt: "Ana owns it",
  kind: "file",
  path: "docs/ops.md",
  lineStart: 1,
  lineEnd: 2,
  excerptHash: "ab".repeat(32),
  gitBlob: "cd".repeat(20),
  commitId: "ef".repeat(20),
  checkStatus: "ok",
};
const URL: NewCitation = { source: "https://example.com/a", kind: "url", fetchedAt: AT, contentHash: "ab".repeat(32) };

export const citationTests: AreaTests<typeof CITATIONS> = {
  "citations.default": async ({ store, memory }) => {
    const { claim } = await memory().claims.ingest({ text: "Backups run at night" });

    expect(claim.citations).toEqual([
      { id: 1, claimId: claim.id, source: "library", locator: "project:demo", kind: "other", createdAt: AT },
    ]);
    expect((await getOne(store, claim.id)).citations).toEqual(claim.citations);
  },

  "citations.limit": async ({ store, memory }) => {
    const citations = Array.from({ length: 51 }, (_, index) => ({ source: `note ${index}` }));
    const text = "Backups run at night";

    expect(await failureCode(memory().claims.ingest({ text, citations }))).toMatch(/^input\./);
    const { claim } = await memory().claims.ingest({ text, citations: citations.slice(1) });

    expect((await getOne(store, claim.id)).citations).toHaveLength(50);
    expect((await store.claims.stats(OPERATOR, undefined)).claims).toBe(1);
  },

  "citations.fields": async ({ store }) => {
    const { id, citations } = await insertOne(store, { citations: [FILE, URL] });

    expect(citations).toMatchObject([FILE, URL]);
    expect((await getOne(store, id)).citations).toEqual(citations);
  },

  "citations.add": async ({ store }) => {
    const { id } = await insertOne(store);
    const given = [cleanCitation({ source: "commit:abc", kind: "commit" }), cleanCitation(URL)];

    expect(await store.claims.addCitations(id, given, LATER)).toEqual([2, 3]);
    expect(await store.claims.addCitations(id, [], LATER)).toEqual([]);

    const { citations } = await getOne(store, id);
    expect(citations.map(({ id: own, source, createdAt }) => [own, source, createdAt])).toEqual([
      [1, "docs/ops.md", AT],
      [2, "commit:abc", LATER],
      [3, "https://example.com/a", LATER],
    ]);
  },

  "citations.add.unknown_claim": async ({ store }) => {
    expect(await failureCode(store.claims.addCitations(7, [cleanCitation(URL)], AT))).toBe("store.constraint");
  },

  "citations.of_duplicate": async ({ store, memory }) => {
    const text = "Backups run at night";
    await memory().claims.ingest({ text, citations: [{ source: "docs/ops.md" }] });

    const again = await memory().claims.ingest({ text, citations: [{ source: "docs/ops.md" }, { source: "chat 7" }] });
    const thrice = await memory().claims.ingest({ text, citations: [{ source: "chat 7" }] });

    expect([again.deduplicated, thrice.deduplicated]).toEqual([true, true]);
    const { citations } = await getOne(store, 1);
    expect(citations.map(({ source }) => source)).toEqual(["docs/ops.md", "chat 7"]);
    const events = (await eventsOf(store)).filter(({ eventType }) => eventType === "citation");
    expect(events.map((event) => payloadOf(event))).toMatchObject([{ citation_id: 2, outcome: "added" }]);
    expect(idsOf((await store.claims.list(OPERATOR, {}, { limit: 5 })).items)).toEqual([1]);
  },
};
