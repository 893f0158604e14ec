export const SPOOL = {
  "spool.accesses": ["core §9", "adds to the counts of claims and keeps the last time, without version or event"],
  "spool.accesses.many": ["storage §8", "counts any number of claims in one call"],
  "spool.last_line": ["storage §11", "remembers how far each file has been taken in, until it is forgotten"],
  "spool.together": ["storage §11", "keeps line and counts of a transaction together, or neither"],
  "spool.one_at_a_time": ["storage §11", "lets one of two that take in the same line count it"],
} as const;
