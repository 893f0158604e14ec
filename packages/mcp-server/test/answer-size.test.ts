import { claimInputFromJson, countTokens } from "@memorymaster/core";
import { openMemoryMaster } from "@memorymaster/runtime";
import { expect, test } from "vitest";

import { startClient } from "./support/start-client.ts";
import type { StartedClient, ToolReply } from "./support/start-client.ts";

interface Shown {
  readonly text: string;
  readonly citations: readonly { readonly locator: string }[];
}

interface ClaimAnswer {
  readonly claim?: Shown;
  readonly claims?: readonly (Shown | undefined)[];
  readonly truncated?: boolean;
}

const LIMIT = 25_000;
const sizeOf = ({ structuredContent, content }: ToolReply): number =>
  countTokens(JSON.stringify(structuredContent)) + countTokens(content[0]?.text ?? "");

/** Claims that share one word, each of 400 characters. */
async function fill({ folder, database }: StartedClient, count: number): Promise<void> {
  await using opened = await openMemoryMaster({
    db: database,
    workspace: folder,
    create: true,
    surface: "test",
    env: { HOME: folder },
  });
  const items = Array.from({ length: count }, (_none, index) => {
    const words = Array.from({ length: 40 }, (_word, word) => `w${index}x${word}`).join(" ");
    return { line: index + 1, input: claimInputFromJson({ text: `cache ${words}` }) };
  });
  await opened.memory.claims.ingestMany(items);
}

/** Ids of all rows, page after page. */
async function walk(started: StartedClient, tool: string, list: string): Promise<number[]> {
  const seen: number[] = [];
  for (let cursor: unknown = ""; cursor !== null;) {
    const reply = await started.call(tool, { limit: 500, cursor });
    expect(sizeOf(reply)).toBeLessThan(LIMIT);
    const { [list]: rows, next_cursor: next, ...page } = reply.structuredContent;
    expect(page["rows"]).toBe((rows as unknown[]).length);
    expect(reply.content[0]?.text.includes(`\nnext_cursor: ${String(next)}`)).toBe(next !== null);
    seen.push(...(rows as { id: number }[]).map(({ id }) => id));
    cursor = next;
  }
  return seen;
}

test("lists that are too large for an answer are cut so that the next page goes on where this one ends", async () => {
  await using started = await startClient();
  await fill(started, 240);
  const all = Array.from({ length: 240 }, (_none, index) => index + 1).reverse();

  expect(await walk(started, "list_claims", "claims")).toEqual(all);
  expect(await walk(started, "list_events", "events")).toEqual(all);
});

test("a long answer of a query is cut from the end and says so", async () => {
  await using started = await startClient();
  await fill(started, 120);

  const reply = await started.call("query_memory", { query: "cache", limit: 100, detail_level: "full" });

  const { claims, rows_data, rows, total, truncated } = reply.structuredContent as {
    claims: unknown[];
    rows_data: unknown[];
    rows: number;
    total: number;
    truncated: boolean;
  };
  expect([truncated, claims.length, rows_data.length]).toEqual([true, rows, rows]);
  expect(total).toBeGreaterThanOrEqual(100);
  expect(rows).toBeLessThan(100);
  expect(sizeOf(reply)).toBeLessThan(LIMIT);
});

test.each(["text", "xml", "json"])("the largest block as %s stands whole in value and text", async (output_format) => {
  await using started = await startClient();
  await fill(started, 240);

  const reply = await started.call("query_for_context", {
    query: "cache",
    limit: 250,
    token_budget: 32_000,
    output_format,
  });

  const { output, tokens_used, token_budget } = reply.structuredContent;
  expect(reply.content[0]?.text).toBe(output);
  expect(tokens_used).toBe(countTokens(String(output)));
  expect(tokens_used).toBeLessThanOrEqual(token_budget as number);
  expect(tokens_used).toBeGreaterThan(10_000);
  expect(sizeOf(reply)).toBeLessThan(LIMIT);
});

test("a claim with more evidence than an answer holds comes whole but for the last evidence", async () => {
  await using started = await startClient();
  const source = { source: "日".repeat(500), locator: "日".repeat(1000), excerpt: "日".repeat(4000) };
  const sources = Array.from({ length: 50 }, (_none, index) => ({ ...source, locator: `L${index + 1}` }));
  const text = "日".repeat(10_000);

  const replies = [
    await started.call("ingest_claim", { text, sources_json: JSON.stringify(sources) }),
    await started.call("get_claim", { claim_id: 1 }),
    await started.call("query_memory", { query: text, detail_level: "full" }),
  ];

  for (const reply of replies) {
    const { claim, claims = [claim], truncated } = reply.structuredContent as ClaimAnswer;
    expect([truncated, claims[0]?.text === text, claims[0]?.citations[0]?.locator]).toEqual([true, true, "L1"]);
    expect(sizeOf(reply)).toBeLessThan(LIMIT);
  }
});
