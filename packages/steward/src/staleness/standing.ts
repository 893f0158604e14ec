import type { CheckStatus } from "@memorymaster/core";
import type { Finding } from "./types.ts";

const LOST: ReadonlySet<CheckStatus> = new Set(["changed", "gone"]);
const HOLDING: ReadonlySet<CheckStatus> = new Set(["ok", "moved"]);

/** How a claim stands on its evidence: what could not be checked decides nothing. */
export function standingOf(findings: readonly Finding[]): "holds" | "lost" | "open" {
  const isLost = findings.some(({ outcome }) => LOST.has(outcome));
  const isHeld = findings.some(({ outcome }) => HOLDING.has(outcome));
  if (isLost === isHeld) return "open";
  return isHeld ? "holds" : "lost";
}

/** The citation to name when all that could be checked is lost. */
export function firstLost(findings: readonly Finding[]): Finding | undefined {
  return standingOf(findings) === "lost" ? findings.find(({ outcome }) => LOST.has(outcome)) : undefined;
}
