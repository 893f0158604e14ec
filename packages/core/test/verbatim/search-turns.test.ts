import { describe, expect, it } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { createMemory } from "../../src/memory.ts";
import type { MemoryParts } from "../../src/memory-types.ts";
import { cleanTurn, createFixedClock, createMemoryStore } from "../../src/testing/index.ts";
import type { TurnInput } from "../../src/verbatim/types.ts";

const TALK = [
  "Shall we look at the gateway timeouts today?",
  "Yes, the gateway gives up after thirty seconds",
  "And what did the ledger team say about it?",
  "They raised their own limit to a minute",
  "Let us have lunch before we go on with this",
  "The bananas in the kitchen are all gone again",
  "Somebody ate them during the standup meeting",
  "The quokka deploy script needs Python 3.12",
];

const turns = (sessionId: string, contents: readonly string[] = TALK): readonly TurnInput[] =>
  contents.map((content, at) => ({ sessionId, content, role: at % 2 === 0 ? "user" : "assistant" }));

function open(parts: Partial<MemoryParts> = {}) {
  const store = createMemoryStore();
  const projectScope = { forRead: async () => "project:demo", forWrite: async () => "project:demo" };
  return { store, memory: createMemory({ store, clock: createFixedClock(), projectScope, ...parts }) };
}

describe("searching what was said", () => {
  it("finds the turn with when, where and by whom, and its neighbours on request", async () => {
    const { memory } = open();
    await memory.verbatim.storeTurns(turns("s1"));

    const { rows, mode, limit } = await memory.verbatim.search({ query: "which python does quokka need", window: 1 });

    expect(rows[0]).toMatchObject({ sessionId: "s1", position: 7, role: "assistant", content: TALK[7] });
    expect(rows[0]?.timestamp).toBe("2026-01-02T03:04:05+00:00");
    expect(rows[0]?.neighbours?.map(({ position }) => position)).toEqual([6]);
    expect([mode, limit]).toEqual(["fts", 10]);
    const plain = await memory.verbatim.search({ query: "quokka", limit: 1 });
    expect([plain.rows.length, plain.rows[0]?.neighbours]).toEqual([1, undefined]);
  });

  it("packs the neighbours asked for too, each turn once, within the budget", async () => {
    const { memory } = open();
    await memory.verbatim.storeTurns(turns("s1"));
    const search = async (tokenBudget: number) =>
      (await memory.verbatim.search({ query: "bananas kitchen", limit: 1, window: 2, tokenBudget })).block;

    const [whole, small] = [await search(500), await search(45)];

    const positions = whole?.output
      .split("\n")
      .slice(1, -1)
      .map((line) => Number(line.split(" ")[0]));
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
    expect(positions).toEqual(expect.arrayContaining([3, 4, 5, 6, 7]));
    expect(small?.output).toContain("5 assistant: The bananas");
    expect(small?.included.length).toBeLessThan(5);
    expect(Buffer.byteLength(small?.output ?? "")).toBeLessThanOrEqual(4 * 45);
  });

  it("says nothing when no word is anywhere", async () => {
    const { memory } = open();
    expect((await memory.verbatim.search({ query: "quokka" })).rows).toEqual([]);
    await memory.verbatim.storeTurns(turns("s1"));

    expect((await memory.verbatim.search({ query: "zeppelin hangar" })).rows).toEqual([]);
    expect((await memory.verbatim.search({ query: "what should a" })).rows).toEqual([]);
  });

  it("covers the usual scopes, one scope, or every project when that is asked for", async () => {
    const { memory } = open();
    for (const scope of ["project:demo", "project:other", "team:ops", "user"])
      await memory.verbatim.storeTurns(turns(scope, [`The quokka of ${scope} is well and alive`]), { scope });
    const scopesOf = async (scope?: string): Promise<readonly string[]> => {
      const { rows } = await memory.verbatim.search({ query: "quokka well alive", scope });
      return rows.map((row) => row.scope).sort();
    };

    expect(await scopesOf()).toEqual(["project:demo", "user"]);
    expect(await scopesOf("")).toEqual(["project:demo", "user"]);
    expect(await scopesOf("team:ops")).toEqual(["team:ops"]);
    expect(await scopesOf("project")).toEqual(["project:demo", "project:other"]);
  });

  it("reads no scope that is not granted, and of every project those that are", async () => {
    const grantedScopes = ["project", "project:demo"];
    const { memory, store } = open({ authority: { ...LOCAL_OPERATOR, grantedScopes } });
    for (const scope of ["project:demo", "project:other"]) {
      await store.verbatim.insert([cleanTurn({ content: "The quokka is well and alive", scope, sessionId: scope })]);
    }

    const { rows } = await memory.verbatim.search({ query: "quokka", scope: "project" });

    expect(rows.map(({ scope }) => scope)).toEqual(["project:demo"]);
    await expect(memory.verbatim.search({ query: "quokka", scope: "project:other" })).rejects.toMatchObject({
      code: "access.denied",
    });
  });

  it("knows nothing of what was said after the time asked for", async () => {
    const { memory } = open();
    await memory.verbatim.storeTurns([
      { sessionId: "s", role: "user", content: "The quokka sleeps in the server room", timestamp: "2026-01-01" },
      { sessionId: "s", role: "user", content: "The quokka has moved to the garden", timestamp: "2026-02-01" },
    ]);

    const { rows } = await memory.verbatim.search({ query: "quokka", asOf: "2026-01-15", window: 2 });

    expect(rows.map(({ position, neighbours }) => [position, neighbours])).toEqual([[0, []]]);
  });

  it("answers other modes by text and says why, and refuses unknown ones", async () => {
    const { memory } = open();

    for (const mode of ["vector", "hybrid"] as const) {
      expect(await memory.verbatim.search({ query: "quokka", mode })).toMatchObject({
        requestedMode: mode,
        mode: "fts",
        containmentReason: "not_configured",
      });
    }
    expect((await memory.verbatim.search({ query: "quokka" })).containmentReason).toBeUndefined();
    for (const wrong of [
      { query: "quokka", mode: "legacy" as "fts" },
      { query: " " },
      { query: "quokka", limit: 0 },
      { query: "quokka", window: 0.5 },
      { query: "quokka", asOf: "soon" },
    ])
      await expect(memory.verbatim.search(wrong)).rejects.toMatchObject({ code: "input.invalid" });
  });

  it("skips a turn that looks sensitive by now, beside others too", async () => {
    const { memory, store } = open();
    await memory.verbatim.storeTurns(turns("s1"));
    const [row] = await store.dump.read("verbatim_memories", undefined, 1);
    const leaked = { session_id: "s1", position: 8, content: `The quokka token is ghp_${"a1B2".repeat(9)}` };
    await store.dump.write("verbatim_memories", [{ ...row, ...leaked, id: 9, content_hash: "ab".repeat(32) }]);

    const { rows } = await memory.verbatim.search({ query: "quokka token", window: 1 });

    expect(rows.map(({ position }) => position)).not.toContain(8);
    expect(rows.flatMap(({ neighbours }) => neighbours?.map(({ position }) => position))).not.toContain(8);
    expect(rows[0]?.position).toBe(7);
  });

  it("packs the best turns into a block of the budget", async () => {
    const { memory } = open();
    await memory.verbatim.storeTurns(turns("s1"));

    const { block, rows } = await memory.verbatim.search({ query: "quokka deploy script", tokenBudget: 60, limit: 1 });

    expect(block?.output).toContain(TALK[7]);
    expect(block?.tokensUsed).toBeLessThanOrEqual(60);
    expect(rows).toHaveLength(1);
  });

  it("is refused to a team", async () => {
    const { memory } = open({ authority: { ...LOCAL_OPERATOR, mode: "team", principal: "ana", tenantId: "acme" } });

    await expect(memory.verbatim.search({ query: "quokka" })).rejects.toMatchObject({ code: "access.denied" });
  });
});
