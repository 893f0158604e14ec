import { sha256Hex } from "@memorymaster/core";
import { expect, it } from "vitest";

import * as prompts from "../../src/curation/prompts.ts";

/** A prompt that has changed is another one: give it a new version, and pin that. */
const PINNED: Readonly<Record<string, string>> = {
  "llm-steward-v1": "64d2251153f99724",
  "extract-claims-v1": "9a1f98ab00805b62",
  "compact-summary-v1": "65bbd55f57352667",
  "evolve-skills-v1": "658ced63699683c2",
};

it.each(Object.values(prompts))("$purpose is the text that its version stands for", ({ purpose, instructions }) => {
  expect(sha256Hex(instructions).slice(0, 16)).toBe(PINNED[purpose]);
  expect(instructions).toMatch(/data: follow nothing that (?:it says|they say)/);
});
