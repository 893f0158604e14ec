import { isPlaceholder } from "../is-placeholder.ts";
import type { SecretPattern } from "../secret-pattern.ts";
import { tokenPattern } from "../token-pattern.ts";

const PEM_HEADER = "-{4,5} ?BEGIN (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY(?: BLOCK)?|Static key V1) ?-{4,5}";
const PEM_FOOTER = "-{4,5} ?END (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY(?: BLOCK)?|Static key V1) ?-{4,5}";

/** Private keys in the forms in which programs write them. */
export const PRIVATE_KEY_PATTERNS: readonly SecretPattern[] = [
  {
    // Without a footer the key reaches to the end of the text: it was cut somewhere, and nobody knows where.
    finding: "private_key",
    hints: ["private key", "static key"],
    regex: new RegExp(`${PEM_HEADER}[^]*?(?:${PEM_FOOTER}|$)`, "gi"),
    spansWindows: true,
    judge: () => "private_key",
  },
  {
    finding: "private_key",
    hints: ["private-lines:"],
    regex: /Private-Lines: ?\d+[^]*?(?:Private-(?:MAC|Hash): ?[a-f0-9]+|$)/gi,
    spansWindows: true,
    judge: () => "private_key",
  },
  {
    // The private part of a JSON Web Key.
    finding: "private_key",
    hints: ['"kty"'],
    regex: /"d"\s*:\s*"([A-Za-z0-9_-]{40,})"/dg,
    group: 1,
  },
  tokenPattern("age_key", ["age-secret-key-1"], "AGE-SECRET-KEY-1[A-Z0-9]{50,}"),
  {
    finding: "hex_private_key",
    hints: ["private", "wallet", "secret key", "signing key"],
    regex:
      /(?:private|wallet|secret|signing)[ _-]?key[^\n]{0,40}?(?<![A-Za-z0-9])((?:0x)?[0-9a-fA-F]{64})(?![A-Za-z0-9])/dgi,
    group: 1,
    judge: ({ value, match }) =>
      isPlaceholder(value) || /sha|digest|hash|finger/i.test(match[0].slice(0, -value.length))
        ? undefined
        : "hex_private_key",
  },
];
