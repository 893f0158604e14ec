import type { Claim } from "@memorymaster/core";

import { llmSteward } from "../../../src/curation/llm-steward.ts";
import type { LlmStewardOptions } from "../../../src/curation/llm-steward.ts";
import type { StepResult } from "../../../src/types.ts";
import type { StewardWorld } from "../../support/steward-world.ts";
import { fact } from "./scripted-model.ts";
import type { GivenFact } from "./scripted-model.ts";

export const NOTE: string = "We moved the database of the shop to port 5433 last week, the backup runs at night";
export const PORT: GivenFact = fact("shop database", "port", "5433");
export const BACKUP: GivenFact = fact("shop backup", "runs_at", "night");

export const run = (world: StewardWorld, options: LlmStewardOptions = {}, limit = 50): Promise<StepResult> =>
  llmSteward(world.job({ limit }), { delayMs: 0, ...options });

export const rowsOf = (result: StepResult): readonly Record<string, unknown>[] =>
  result["results"] as readonly Record<string, unknown>[];

/** Claims that have nothing to do with each other. */
const TOPICS = [
  "invoices",
  "lamps",
  "harbours",
  "pianos",
  "glaciers",
  "bakeries",
  "orchards",
  "tunnels",
  "kites",
  "opals",
];

export async function candidates(world: StewardWorld, count: number): Promise<readonly Claim[]> {
  const made = [];
  for (const topic of TOPICS.slice(0, count)) made.push(await world.ingest({ text: `Somebody wrote about ${topic}` }));
  return made;
}
