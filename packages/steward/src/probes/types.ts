import type { Claim, JsonObject } from "@memorymaster/core";

export const PROBE_TYPES = [
  "filesystem_grep",
  "deterministic_format",
  "deterministic_citation_locator",
  "semantic_probe",
  "tool_probe",
  "contradiction_probe",
] as const;
export type ProbeType = (typeof PROBE_TYPES)[number];

export type Severity = "low" | "medium" | "high";

/** Why a claim stands where it stands, in wire form. Names claims, paths and fields; quotes no claim. */
export type ProbeReason = {
  readonly code: string;
  readonly probe_type: string;
  readonly severity: Severity;
  readonly detail: string;
  readonly evidence: JsonObject;
};

/** What a probe found out about a claim. */
export interface Finding {
  readonly passed: boolean;
  readonly metrics: JsonObject;
  readonly reasons: readonly ProbeReason[];
  /** What the probe lives on is used up: it is not asked again in this cycle. That is no failure. */
  readonly isSpent?: boolean | undefined;
}

/** Stops its work when the signal says so, and then rejects. */
export type Probe = (claim: Claim, signal: AbortSignal) => Promise<Finding>;

/** Probes that are at hand, in the order of their types. */
export type Probes = Readonly<Partial<Record<ProbeType, Probe>>>;
