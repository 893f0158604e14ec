import { sha256Hex } from "@memorymaster/core";
import { describe, expect, test } from "vitest";

import { STORE_KINDS } from "../support/steward-world.ts";
import { evidenceWorld } from "./evidence-world.ts";

describe.each(STORE_KINDS)("cited evidence (%s)", (kind) => {
  test.each([
    [200, "the page", "ok", "confirmed"],
    [200, "a page that still says doors open at nine", "moved", "confirmed"],
    [200, "nothing of it", "changed", "stale"],
    [404, "", "gone", "stale"],
    [410, "", "gone", "stale"],
    [503, "", "unknown", "confirmed"],
  ])("a URL that answers %i with %j is %s", async (...[status, body, outcome, becomes]) => {
    const world = await evidenceWorld(kind);
    const source = "https://shop.example/doors";
    const citation = {
      source,
      excerpt: "doors open at nine",
      contentHash: sha256Hex("the page"),
      fetchedAt: "2026-03-01",
    };
    const { id } = await world.cited({ citations: [citation] });
    const asked: string[] = [];

    const offline = await world.check();
    const report = await world.check({
      readUrl: async (url) => {
        asked.push(url);
        return { status, body, bodyHash: sha256Hex(body) };
      },
    });

    const claim = await world.claim(id);
    expect([offline.scanned, asked, report.scanned]).toEqual([0, [source], 1]);
    expect([claim.citations[0]?.checkStatus, claim.status]).toEqual([outcome, becomes]);
  });
});
