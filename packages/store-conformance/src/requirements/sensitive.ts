export const SENSITIVE = {
  "sensitive.port": ["core §7", "is filtered by the store itself when nobody has filtered a record before"],
  "sensitive.reject": [
    "core §7",
    "is refused in each field of a claim, by the names of what was found, and nothing is written",
  ],
  "sensitive.pair": ["core §7", "is what another field says of it"],
  "sensitive.redact": [
    "core §7",
    "is taken out of the words where the caller asks for that, and stands in no row or index",
  ],
  "sensitive.metadata": ["core §7", "is refused in names and keys even where words would be redacted"],
  "sensitive.bulk": ["core §7", "refuses its own row of a bulk and no other"],
} as const;
