/** Largest accepted sizes, in code points unless the name says otherwise. */
export const LIMITS = {
  text: 10_000,
  tuplePart: 2_000,
  citationSource: 500,
  citationLocator: 1_000,
  citationExcerpt: 4_000,
  citationsPerClaim: 50,
  label: 200,
  idempotencyKey: 512,
  eventDetails: 2_000,
  eventPayloadBytes: 65_536,
  eventPayloadDepth: 32,
  queryText: 10_000,
  queryTerms: 64,
  listLimit: 1_000,
  turnBytes: 262_144,
} as const;
