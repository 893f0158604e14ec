export const VALUES = {
  "values.texts": ["style §3.6", "of every script, sign and size read back as they were written"],
  "values.unstorable": ["style §3.6", "that no store could keep are refused, with the field named"],
  "values.confidence": ["style §3.6", "of confidence are kept exactly, without a negative zero"],
  "values.numbers": ["style §3.6", "that are no numbers are refused"],
  "values.absence": ["design §3", "that are missing differ from empty ones"],
  "values.times": ["core §1", "of time are stored in one form, before 1970 and with fractions too"],
  "values.many": ["storage §2", "may be more in one call than a statement takes parameters"],
} as const;
