import type { Claim } from "@memorymaster/core";
import { claimToWire } from "@memorymaster/core";
import * as z from "zod";

import type { WireObject } from "./tool.ts";

export type DetailLevel = "summary" | "standard" | "full";

const SUMMARY_CHARACTERS = 80;

/** A claim in an output schema: one open object with a short description instead of thirty fields. */
export const CLAIM_OUTPUT: z.ZodType = z
  .looseObject({})
  .describe("Claim: id, human_id, text, status, confidence, scope, …");

/** The wire claim in the wanted detail: a line, the claim without citations, or the whole. */
export function claimAt(level: DetailLevel, claim: Claim): WireObject {
  if (level === "summary") {
    const text = [...claim.text].slice(0, SUMMARY_CHARACTERS).join("");
    return { claim_id: claim.id, human_id: claim.humanId, status: claim.status, confidence: claim.confidence, text };
  }
  const wire: WireObject = { ...claimToWire(claim) };
  if (level === "full") return wire;
  return Object.fromEntries(Object.entries(wire).filter(([field]) => field !== "citations"));
}
