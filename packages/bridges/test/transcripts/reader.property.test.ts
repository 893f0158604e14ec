import fc from "fast-check";
import { expect, test } from "vitest";

import { LINE_CLASSES, readTranscript } from "../../src/index.ts";
import { called, claude, codex, returned, said } from "../support/lines.ts";

const OPTIONS = { session: "file", fallbackTime: "2026-01-01T00:00:00+00:00" };

const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "<system-reminder>",
    "</system-reminder>",
    "<memory-context>",
    "# Relevant Memory Claims\n- a",
    '{"claims":[{"id":1',
    "\n",
  ),
);
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const block = fc.oneof(
  text.map(said),
  fc.tuple(text, fc.jsonValue()).map(([name, input]) => called("t", name, input)),
  fc.jsonValue().map((content) => returned("t", content)),
  fc.jsonValue(),
);
const content = fc.oneof(text, fc.array(block, { maxLength: 4 }), fc.jsonValue());
const more = fc.record(
  {
    isMeta: fc.jsonValue(),
    isSidechain: fc.boolean(),
    agentId: fc.jsonValue(),
    sessionId: fc.jsonValue(),
    timestamp: fc.jsonValue(),
    toolUseResult: fc.jsonValue(),
    message: fc.record({ id: fc.constantFrom("m1", "m2"), model: fc.jsonValue() }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const line = fc.oneof(
  fc
    .tuple(fc.constantFrom("user", "assistant"), content, more)
    .map(([role, words, rest]) => claude(role as "user", words, rest)),
  fc
    .tuple(
      fc.constantFrom("response_item", "event_msg", "session_meta", "compacted"),
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    .map(([type, payload]) => codex(type, payload)),
  fc.json(),
  fc.string({ unit: "binary" }).map((raw) => raw.replaceAll("\n", " ")),
);

test("any lines at all are read without an error, each is counted once, and tools stay within their share", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const { turns, lines: counts } = readTranscript(lines, OPTIONS);

      const counted = LINE_CLASSES.reduce((sum, name) => sum + counts[name].kept + counts[name].dropped, 0);
      expect(counted).toBe(lines.filter((one) => one.replace(/^\uFEFF/, "").trim() !== "").length);
      expect(turns.filter((turn) => turn.content.trim() === "" || !turn.content.isWellFormed())).toEqual([]);
      const bytes = (kind: RegExp): number =>
        turns.filter((turn) => kind.test(turn.kind)).reduce((sum, turn) => sum + Buffer.byteLength(turn.content), 0);
      expect(bytes(/tool/)).toBeLessThanOrEqual(bytes(/./) / 5);
    }),
    { numRuns: 500 },
  );
});
