import { expect, describe, it } from "vitest";

import { extractClaims } from "../../src/curation/extract-claims.ts";
import { sentencesOf } from "../../src/curation/sentences.ts";
import type { StepResult } from "../../src/types.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import { FAKE_KEY, scriptedModel } from "./support/scripted-model.ts";

const PORT = {
  text: "The shop database listens on port 5433",
  claim_type: "Constraint",
  subject: "shop database",
  predicate: "port",
  object_value: 5433,
};
const BARE = { text: " The team reviews every change ", claim_type: "rumour", subject: " ", object_value: null };

const claimsOf = (result: StepResult): readonly Record<string, unknown>[] =>
  result["claims"] as readonly Record<string, unknown>[];

describe.each(STORE_KINDS)("facts of a text (%s)", (kind) => {
  it("are told, and nothing is stored unless asked for", async () => {
    const model = scriptedModel([{ facts: [PORT, BARE, { text: "  " }] }]);
    const world = await stewardWorld(kind, { model });

    const result = await extractClaims(world.context, "A long document", { scope: "project:shop" });

    expect(result).toMatchObject({ mode: "llm", extracted: 2, errors: 0, failure: null, truncated: false });
    const common = { source: "unstructured", scope: "project:shop", chunk: 1 };
    expect(claimsOf(result)).toEqual([
      { ...PORT, claim_type: "constraint", object_value: "5433", ...common },
      { text: BARE.text.trim(), claim_type: "fact", subject: null, predicate: null, object_value: null, ...common },
    ]);
    expect((await world.memory.claims.stats()).claims).toBe(0);
  });

  it("are stored as candidates that cite their part of the text", async () => {
    const world = await stewardWorld(kind, { model: scriptedModel([{ facts: [PORT] }, { facts: [PORT, BARE] }]) });
    const text = `${"a".repeat(7_900)}\n\n${"b".repeat(7_000)}`;

    const result = await extractClaims(world.context, text, {
      source: "notes.md",
      scope: "project:shop",
      ingest: true,
    });

    expect(result).toMatchObject({ extracted: 3, ingested: 2, claim_ids: [1, 2], rejected: [] });
    const [first, second] = [await world.claim(1), await world.claim(2)];
    expect(first).toMatchObject({ status: "candidate", scope: "project:shop", claimType: "constraint" });
    expect(second.citations).toMatchObject([{ source: "notes.md", locator: "chunk:2" }]);
  });

  it("F22, L15: no secret goes out or comes in", async () => {
    const encoded = Buffer.from(`token ${FAKE_KEY}`).toString("base64");
    const hostile = [FAKE_KEY, encoded].map((secret) => ({ text: `The key of the shop is ${secret}` }));
    const model = scriptedModel([{ facts: [...hostile, PORT], ingest: "all", status: "confirmed" }]);
    const world = await stewardWorld(kind, { model });

    const result = await extractClaims(world.context, `The key is ${FAKE_KEY}. It is used.`, {
      scope: "project:shop",
      ingest: true,
    });

    expect(model.asked[0]?.text).not.toContain(FAKE_KEY);
    expect(result).toMatchObject({ filtered_sensitive: 2, extracted: 1, ingested: 1 });
    expect(await world.claim(1)).toMatchObject({ status: "candidate", text: PORT.text });
  });

  it("F29: an outage is told from a text that states nothing", async () => {
    const text = Array.from({ length: 3 }, (_, at) => String(at).repeat(7_000)).join("\n\n");
    const script = [{ facts: [PORT] }, "timeout", { facts: [BARE] }] as const;
    const world = await stewardWorld(kind, { model: scriptedModel(script) });
    expect(await extractClaims(world.context, text)).toMatchObject({ extracted: 2, errors: 1, failure: "timeout" });

    const silent = await stewardWorld(kind, { model: scriptedModel([{ facts: [] }]) });
    expect(await extractClaims(silent.context, text)).toMatchObject({ extracted: 0, errors: 0, failure: null });
  });

  it("L32: an exhausted budget ends it; what was paid for is kept", async () => {
    const text = Array.from({ length: 4 }, (_, at) => String(at).repeat(7_000)).join("\n\n");
    const model = scriptedModel([{ facts: [PORT] }, "budget_exhausted"]);
    const world = await stewardWorld(kind, { model });

    const result = await extractClaims(world.context, text);

    expect(result).toMatchObject({ extracted: 1, errors: 3, failure: "budget_exhausted" });
    expect(model.asked).toHaveLength(2);
  });
});

const classify = (sentence: string): string | undefined =>
  /decided/.test(sentence)
    ? "decision"
    : /must/.test(sentence)
      ? "constraint"
      : /todo/.test(sentence)
        ? "todo"
        : undefined;

it.each([undefined, scriptedModel(["no_provider"])])("without a model the words of sentences decide", async (model) => {
  const world = await stewardWorld("model", { model });
  const text =
    "# Notes\n\nWe decided to\nuse pnpm. The sky was blue.\n- Every release must be signed\n- todo: more tests";

  const result = await extractClaims(world.context, text, { classify });

  expect(result).toMatchObject({ mode: "heuristic", extracted: 2, errors: 0, failure: null });
  expect(claimsOf(result).map(({ text: words, claim_type: type }) => [words, type])).toEqual([
    ["We decided to use pnpm.", "decision"],
    ["Every release must be signed", "constraint"],
  ]);
});

it("asks about so much of one text and says that there was more", async () => {
  const model = scriptedModel([{ facts: [] }]);
  const world = await stewardWorld("model", { model });

  const result = await extractClaims(world.context, `${"word ".repeat(1_500)}\n\n`.repeat(60));

  expect(result).toMatchObject({ truncated: true });
  expect(model.asked).toHaveLength(50);
});

it("sentences are told once, without the marks of lists, and neither fragments nor walls of text", () => {
  const wall = `${"x".repeat(501)}.`;
  expect(sentencesOf(`1. First things come first. Yes.\n> Quoted words stay words\n\n${wall}`)).toEqual([
    "First things come first.",
    "Quoted words stay words",
  ]);
  expect(sentencesOf("Said it twice here. Said it twice here.")).toEqual(["Said it twice here."]);
});
