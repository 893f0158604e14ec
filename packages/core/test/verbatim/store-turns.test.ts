import { describe, expect, it } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { createMemory } from "../../src/memory.ts";
import type { MemoryParts } from "../../src/memory-types.ts";
import { createFixedClock, createMemoryStore } from "../../src/testing/index.ts";
import type { TurnInput } from "../../src/verbatim/types.ts";

const TOKEN = `ghp_${"a1B2".repeat(9)}`;
const SAID = "The staging API listens on port 7443";

const turn = (given: Partial<TurnInput> = {}): TurnInput => ({
  sessionId: "s1",
  role: "user",
  content: SAID,
  ...given,
});

function open(parts: Partial<MemoryParts> = {}) {
  const store = createMemoryStore();
  const { verbatim } = createMemory({ store, clock: createFixedClock(), ...parts });
  const all = (): ReturnType<typeof store.verbatim.getMany> =>
    store.verbatim.getMany(Array.from({ length: 20 }, (_, at) => at + 1));
  return { store, verbatim, all };
}

describe("storing turns", () => {
  it("counts what was stored, too short, known already and lost a secret", async () => {
    const { verbatim, all } = open();

    const result = await verbatim.storeTurns([
      turn(),
      turn({ content: "nineteen characters" }),
      turn(),
      turn({ content: `Deploy with ${TOKEN} only`, role: "assistant" }),
      turn({ content: " \n  short in white space  \n" }),
    ]);

    expect(result).toEqual({ stored: 3, skipped: 1, redacted: 1, duplicates: 1 });
    expect((await all()).map(({ content, position }) => [content, position])).toEqual([
      [SAID, 0],
      ["Deploy with [REDACTED:github_token] only", 1],
      [" \n  short in white space  \n", 2],
    ]);
  });

  it("drops a turn with a secret, a fault or too many letters in another field", async () => {
    const { verbatim, store } = open();

    const result = await verbatim.storeTurns([
      turn({ sessionId: TOKEN }),
      turn({ speaker: `x ${TOKEN}` }),
      turn({ sessionId: " " }),
      turn({ sessionId: "s".repeat(201) }),
      turn({ role: "system" as "user" }),
      turn({ kind: "noise" as "tool" }),
      turn({ position: -1 }),
      turn({ timestamp: "yesterday" }),
      turn({ content: 7 as unknown as string }),
    ]);

    expect(result).toEqual({ stored: 0, skipped: 9, redacted: 0, duplicates: 0 });
    expect(await store.verbatim.stats()).toEqual({ turns: 0, terms: 0 });
  });

  it("cuts a long content between two characters, after its secrets are out", async () => {
    const { verbatim, all } = open();
    const beforeTheCut = "ñ".repeat(131_060 - 10);

    const result = await verbatim.storeTurns([
      turn({ content: "🧾".repeat(70_000) }),
      turn({ content: `${beforeTheCut} ${TOKEN} ${"x".repeat(9_000)}` }),
    ]);

    expect(result).toMatchObject({ stored: 2, redacted: 1 });
    const [first, second] = (await all()).map(({ content }) => content);
    expect([Buffer.byteLength(first ?? "") <= 262_144, Buffer.byteLength(first ?? "") > 262_138]).toEqual([true, true]);
    expect(first).toMatch(/^(?:🧾)+\n\[cut off at 256 KiB\]$/u);
    expect(second).not.toContain(TOKEN.slice(0, 8));
  });

  it("stores characters that no database holds as the sign for those", async () => {
    const { verbatim, all } = open();

    await verbatim.storeTurns([turn({ content: "nul \u0000 and half \ud800 of a pair" })]);

    expect((await all())[0]?.content).toBe("nul \ufffd and half \ufffd of a pair");
  });

  it("takes scope, agent and time from the call, else from the surroundings", async () => {
    const projectScope = { forRead: async () => "project:shop", forWrite: async () => "project:shop" };
    const { verbatim, all } = open({ projectScope, surface: "cli" });

    await verbatim.storeTurns([turn()], { scope: "project" });
    await verbatim.storeTurns([turn({ sessionId: "s2", timestamp: "2026-03-01T10:00:00+02:00", position: 4 })], {
      scope: "project:My App",
      sourceAgent: "codex-session",
    });

    expect(await all()).toMatchObject([
      { scope: "project:shop", sourceAgent: "cli", timestamp: "2026-01-02T03:04:05+00:00", position: 0 },
      {
        scope: "project:my-app",
        sourceAgent: "codex-session",
        timestamp: "2026-03-01T08:00:00+00:00",
        position: 4,
        kind: "prose",
      },
    ]);
    await expect(verbatim.storeTurns([turn()], { scope: "a,b" })).rejects.toMatchObject({ code: "input.invalid" });
  });

  it("is refused to a team and to whoever may not write", async () => {
    const team = { ...LOCAL_OPERATOR, mode: "team", principal: "ana", tenantId: "acme" } as const;

    for (const authority of [
      team,
      { ...LOCAL_OPERATOR, tenantId: "acme" },
      { ...LOCAL_OPERATOR, role: "reader" } as const,
    ])
      await expect(open({ authority }).verbatim.storeTurns([])).rejects.toMatchObject({ code: "access.denied" });
  });
});
