import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import { answerReadings, parseAnswer } from "../../src/llm/parse-answer.ts";

/** Words of a model around its JSON: no bracket and no fence. */
const prose = fc.string({ maxLength: 80 }).map((text) => text.replace(/[[\]{}`]/g, " "));
const row = fc.record({ id: fc.integer(), words: fc.string() });
const rows = z.array(z.object({ id: z.number(), words: z.string() }));

const SHAPES: Readonly<Record<string, (json: string, before: string) => string>> = {
  plain: (json) => json,
  fenced: (json) => `\`\`\`json\n${json}\n\`\`\``,
  "preamble and fenced": (json, before) => `${before}\n\`\`\`\n${json}\n\`\`\`\nIs there more?`,
  "preamble and plain": (json, before) => `${before} ${json} That is all.`,
};

describe.each(Object.entries(SHAPES))("G26: %s", (name, shape) => {
  test("a list comes back as it was", async () => {
    const given = name === "fenced" || name === "preamble and fenced" ? row.map(({ id }) => ({ id, words: "`" })) : row;
    await fc.assert(
      fc.asyncProperty(fc.array(given), prose, async (list, before) => {
        expect(await parseAnswer(shape(JSON.stringify(list), before), rows)).toEqual({ value: list });
      }),
    );
  });

  test("one object is a list of one", async () => {
    expect(await parseAnswer(shape('{"id": 1, "words": "a"}', "So"), rows)).toEqual({ value: [{ id: 1, words: "a" }] });
  });

  test("an object comes back as it was", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), prose, async (id, before) => {
        expect(await parseAnswer(shape(JSON.stringify({ id }), before), z.object({ id: z.number() }))).toEqual({
          value: { id },
        });
      }),
    );
  });
});

test("only the objects of a list are kept", async () => {
  expect(await parseAnswer('["no", {"id": 1, "words": "a"}, 7, null]', rows)).toEqual({
    value: [{ id: 1, words: "a" }],
  });
});

test.each([
  ["nothing", ""],
  ["prose", "There is nothing to say."],
  ["a number", "7"],
  ["a list that is cut", '[{"id": 1, "words": "a"}, {"id": 2, "wo'],
  ["a list that is cut after an inner one", '[{"id": 1, "words": "a", "tags": ["b"]}, {"id": 2, "wo'],
  ["brackets the wrong way round", "] nothing ["],
])("G26: %s is no value", async (_what, answer) => {
  expect(await parseAnswer(answer, rows)).toBeUndefined();
});

test("brackets in the prose hide no answer", async () => {
  const answer = 'See [1] and {2}:\n```json\n[{"id": 1, "words": "[x]"}]\n```\n';

  expect(await parseAnswer(answer, rows)).toEqual({ value: [{ id: 1, words: "[x]" }] });
});

test("any text at all gives readings or none, never a fault, and changes no prototype", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json(), fc.string({ unit: fc.constantFrom("{", "}", "[", "]", "`", '"', "\n") })),
      (text) => {
        expect(Array.isArray(answerReadings(text))).toBe(true);
      },
    ),
  );
  answerReadings('{"__proto__": {"polluted": true}}');
  expect({}).not.toHaveProperty("polluted");
});

test("a long run of fences and brackets takes no long time", () => {
  const started = performance.now();

  answerReadings("```\n[{".repeat(100_000));

  expect(performance.now() - started).toBeLessThan(5_000);
});
