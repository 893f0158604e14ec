import { CONTEXT_FORMATS, createMemory } from "@memorymaster/core";
import { createMemoryStore } from "@memorymaster/core/testing";
import { expect, test } from "vitest";

import { readTranscript } from "../../src/index.ts";
import { called, claude, returned, said } from "../support/lines.ts";

const OPTIONS = { session: "file", fallbackTime: "2026-01-01T00:00:00+00:00" };
const FACT = "The staging API listens on port 7443";

async function contextBlock(format: (typeof CONTEXT_FORMATS)[number]): Promise<string> {
  const memory = createMemory({ store: createMemoryStore() });
  const citations = [{ source: "docs/ops.md", locator: "L12" }];
  await memory.claims.ingest({ text: FACT, citations, subject: "staging", predicate: "port", objectValue: "7443" });
  await memory.claims.ingest({ text: "The staging queue is drained at night", citations });
  const { output, claimsIncluded } = await memory.recall.context({ queryText: "staging", outputFormat: format });
  expect(claimsIncluded).toBe(2);
  return output;
}

const contentsOf = (...lines: readonly string[]): readonly string[] =>
  readTranscript(lines, OPTIONS).turns.map(({ content }) => content);

test.each(CONTEXT_FORMATS)("no line of a block of context is kept (%s)", async (format) => {
  const block = await contextBlock(format);
  const long = "Nothing of this is a claim of the store, and so it may stay. ".repeat(200);

  const contents = contentsOf(
    claude("user", `hook says: ${block}\nWhat is the port?`),
    claude("user", block.slice(0, -30)),
    claude("user", [said(block), said("Go on, please")]),
    claude("assistant", long),
    claude("assistant", `I was told:\n${block}`),
    claude("user", [returned("t1", block)]),
    claude("user", [returned("t2", JSON.stringify({ ok: true, output: block }))]),
    claude("user", "<system-reminder>hook: " + block + "</system-reminder>And this?"),
  );

  expect(contents.map((content) => content.replace(/^hook says:\s*/, ""))).toEqual([
    "What is the port?",
    "Go on, please",
    long.trim(),
    "I was told:",
    "And this?",
  ]);
  expect(contents.join("\n")).not.toMatch(/7443|drained|ops\.md/);
});

test("no line of a block of conversation is kept", async () => {
  const memory = createMemory({ store: createMemoryStore() });
  const turn = { sessionId: "s1", role: "user", kind: "prose", timestamp: "2026-03-02T10:00:00+00:00" } as const;
  await memory.verbatim.storeTurns([{ ...turn, content: FACT }], { scope: "project:demo" });
  const { block } = await memory.verbatim.search({ query: "staging port", scope: "project:demo", tokenBudget: 100 });
  const { output = "" } = block ?? {};
  expect(output).toContain("7443");

  const contents = contentsOf(
    claude("user", `${output}Which port is it now?`),
    claude("user", output.slice(0, -30)),
    claude("user", `I was told:\n${output}`),
    claude("user", [returned("t1", JSON.stringify({ ok: true, output: `${output}${output}` }))]),
  );

  expect(contents).toEqual(["Which port is it now?", "I was told:"]);
});

test("what a call to this product answered is not kept", () => {
  const answer = { ok: true, claims: [{ text: FACT }] };

  expect(
    contentsOf(
      claude("assistant", "The answer is a port, and the queue has nothing to do with it. ".repeat(20)),
      claude("assistant", [called("t1", "mcp__memorymaster__query_memory", { query: "port" })]),
      claude("user", [returned("t1", JSON.stringify(answer))]),
      claude("assistant", [called("t2", "Bash", { command: "memorymaster --db a.db query 'port'" })]),
      claude("user", [returned("t2", FACT)]),
      claude("assistant", [called("t3", "Bash", { command: "ls" })]),
      claude("user", [returned("t3", "a.ts and b.ts, nothing else")]),
    ).slice(1),
  ).toEqual(['Bash {"command":"ls"}', "a.ts and b.ts, nothing else"]);
});
