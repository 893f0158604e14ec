/** Variables of an earlier product without any effect here, as patterns over the name without `MEMORYMASTER_`. */
const IGNORED: readonly RegExp[] = [
  /^LLM_RERANK/,
  /^RRF_/,
  /^RECALL_W_/,
  /^RECALL_FUSION$/,
  /^RECALL_AUTO_GATE_/,
  /^RECALL_SCOPE_BOOST$/,
  /^RECALL_QUERY_EXPANSION$/,
  /^RECALL_VERBATIM$/,
  /^RECALL_GRAPH/,
  /^RECALL_TWO_PASS/,
  /^RECALL_CLOSETS/,
  /^RECALL_RERANK_LOCAL/,
  /^RETRIEVAL_PROFILE_/,
  /^BOOST_FLOOR_RATIO$/,
  /^RETRIEVAL_WEIGHTS_NO_VECTOR$/,
  /^W_(?:LEX|CONF|FRESH|VEC)$/,
  /^USE_CONFIDENCE_PRIORS$/,
];

const PREFIX = "MEMORYMASTER_";

/** Names among these that are set and have no effect, sorted. */
export function ignoredVariables(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => name.startsWith(PREFIX) && IGNORED.some((pattern) => pattern.test(name.slice(PREFIX.length))))
    .sort();
}
