import type { JsonObject } from "@memorymaster/core";
import type { ProbeReason, Severity } from "./types.ts";

/** Severity and words of every reason; a probe that fails or takes too long has those below unless named here. */
const REASONS: Readonly<Record<string, readonly [severity: Severity, detail: string]>> = {
  "filesystem_grep.empty_query": ["low", "the claim has no words to look for"],
  "filesystem_grep.no_match": ["medium", "no file of the workspace holds what the claim says"],
  "filesystem_grep.budget_reached": ["low", "not all files were looked at"],
  "filesystem_grep.not_groundable": ["low", "files of the workspace cannot tell whether the claim holds"],
  "deterministic_format.missing_tuple": ["low", "subject, predicate or value is missing"],
  "deterministic_format.no_citations": ["high", "the claim has no citation"],
  "deterministic_format.citation_missing_source": ["high", "a citation names no source"],
  "deterministic_format.weak_citation_context": ["low", "no citation has a locator or an excerpt"],
  "deterministic_format.short_text": ["low", "the text is very short"],
  "deterministic_citation_locator.missing_workspace_path": ["medium", "a cited path is not in the workspace"],
  "deterministic_citation_locator.outside_workspace": ["low", "a cited path lies outside the workspace"],
  "semantic_probe.empty_query": ["low", "the claim has no words to ask by"],
  "semantic_probe.no_related_hits": ["low", "recall finds neither the claim nor another one of its tuple"],
  "tool_probe.claim_missing": ["high", "the claim is gone"],
  "tool_probe.tuple_mismatch": ["medium", "the claim has another tuple by now"],
  "contradiction_probe.semantic_pair": ["medium", "the claim contradicts another one"],
  "contradiction_probe.peer_fetch.error": ["low", "its neighbours could not be read"],
  "contradiction_probe.budget_reached": ["low", "the model's budget is used up"],
  "contradiction_probe.error": ["low", "a pair could not be judged"],
  "probe.circuit_open": ["low", "probes of this type failed too often in this cycle"],
  "budget.max_tool_probes_reached": ["medium", "no more probes of this kind in this cycle"],
  "budget.max_proposals_reached": ["low", "no more proposals in this cycle"],
  "relation.newer_confirmed_claim": ["high", "a newer confirmed claim says something else"],
  "relation.conflicting_claim": ["high", "a confirmed claim says something else"],
};
const FAULTS: Readonly<Record<string, readonly [Severity, string]>> = {
  timeout: ["medium", "the probe took too long"],
  error: ["medium", "the probe failed"],
};

/**
 * @param code `<probe>.<name>`
 * @param given where it is not what the table says
 */
export function reasonOf(
  code: string,
  given: { readonly evidence?: JsonObject; readonly severity?: Severity } = {},
): ProbeReason {
  const [probeType = "", name = ""] = code.split(".");
  const [severity, detail] = REASONS[code] ?? FAULTS[name] ?? (["medium", name] as const);
  return {
    code,
    probe_type: probeType,
    severity: given.severity ?? severity,
    detail,
    evidence: given.evidence ?? {},
  };
}
