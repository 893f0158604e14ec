import type { Claim, LanguageModel, ModelAnswer } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { autoResolve } from "../../src/conflicts/auto-resolve.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

interface Asked {
  readonly model: LanguageModel;
  readonly texts: string[];
}

/** A model that gives these answers in turn, then the last one again. */
function answering(...answers: readonly (Partial<ModelAnswer<unknown>> | { readonly value: unknown })[]): Asked {
  const texts: string[] = [];
  const model = {
    provider: "test",
    model: "small",
    ask: async ({ text }: { readonly text: string }) => {
      const answer = answers[Math.min(texts.length, answers.length - 1)];
      texts.push(text);
      return { outcome: "ok", provider: "test", model: "small", detail: "", ...answer };
    },
  } as unknown as LanguageModel;
  return { model, texts };
}

const PREFERS_B = { value: { winner: "B", reason: "it is newer" } };

async function conflicted(world: StewardWorld, values: readonly string[]): Promise<readonly Claim[]> {
  const claims = [];
  for (const objectValue of values) {
    const text = `The shop builds with the runner ${objectValue}, says note ${claims.length}`;
    const claim = await world.ingest({ text, subject: "ci", predicate: "runner", objectValue });
    await world.memory.claims.transition(claim.id, "conflicted");
    claims.push(claim);
  }
  return claims;
}

const statesOf = async (world: StewardWorld, claims: readonly Claim[]): Promise<readonly string[]> =>
  Promise.all(claims.map(async ({ id }) => (await world.claim(id)).status));

describe.each(STORE_KINDS)("conflicts that a model decides (%s)", (kind) => {
  it("F12, G16: carries the winner through a group of any size, which is then validated anew", async () => {
    const { model, texts } = answering(PREFERS_B);
    const world = await stewardWorld(kind, { model });
    const claims = await conflicted(world, ["a", "b", "c", "d"]);

    const result = await autoResolve(world.job());

    expect(result).toEqual({ pairs_evaluated: 3, resolved: 3, failed: 0 });
    expect(texts).toHaveLength(3);
    expect(await statesOf(world, claims)).toEqual(["superseded", "superseded", "superseded", "stale"]);
    const events = await world.events(claims[0]?.id ?? 0);
    expect(events.find(({ eventType }) => eventType === "supersession")?.details).toBe(
      "llm_conflict_resolution:llm_evaluation",
    );
    expect(JSON.stringify(events)).not.toContain("newer");
  });

  it("no conflict, no call", async () => {
    const { model, texts } = answering(PREFERS_B);
    const world = await stewardWorld(kind, { model });

    expect(await autoResolve(world.job())).toEqual({ pairs_evaluated: 0, resolved: 0, failed: 0 });
    expect(texts).toEqual([]);
  });

  it.each(["empty", "invalid", "refused", "timeout", "http_error"] as const)("%s leaves both", async (outcome) => {
    const world = await stewardWorld(kind, answering({ outcome }));
    const claims = await conflicted(world, ["a", "b"]);

    expect(await autoResolve(world.job())).toEqual({ pairs_evaluated: 1, resolved: 0, failed: 1 });
    expect(await statesOf(world, claims)).toEqual(["conflicted", "conflicted"]);
  });

  it("L32: an exhausted budget is its own outcome and loses nothing", async () => {
    const { model } = answering(PREFERS_B, { outcome: "budget_exhausted" });
    const world = await stewardWorld(kind, { model });
    const claims = await conflicted(world, ["a", "b", "c"]);

    const result = await autoResolve(world.job());

    expect(result).toEqual({ pairs_evaluated: 1, resolved: 1, failed: 0, aborted_reason: "budget_exhausted" });
    expect(await statesOf(world, claims)).toEqual(["superseded", "conflicted", "conflicted"]);
  });

  it("without a model it says so", async () => {
    const world = await stewardWorld(kind);
    await conflicted(world, ["a", "b"]);

    expect(await autoResolve(world.job())).toMatchObject({ pairs_evaluated: 0, aborted_reason: "no_provider" });
  });

  it("a pinned claim does not lose", async () => {
    const world = await stewardWorld(kind, answering(PREFERS_B));
    const claims = await conflicted(world, ["a", "b"]);
    await world.memory.claims.pin(claims[0]?.id ?? 0, true);

    expect(await autoResolve(world.job())).toEqual({ pairs_evaluated: 1, resolved: 0, failed: 1 });
    expect(await statesOf(world, claims)).toEqual(["conflicted", "conflicted"]);
  });

  it("members of one value are not compared, and asks at most so often", async () => {
    const { model, texts } = answering(PREFERS_B);
    const world = await stewardWorld(kind, { model });
    await conflicted(world, ["a", "A ", "b", "c"]);

    const result = await autoResolve(world.job(), { limit: 1 });

    expect(result).toMatchObject({ pairs_evaluated: 1, resolved: 1 });
    expect(JSON.parse(texts[0] ?? "{}")).toMatchObject({ A: { id: 1 }, B: { id: 3 } });
  });
});
