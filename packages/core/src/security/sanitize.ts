import { PRIVATE_NETWORK_PATTERNS } from "./patterns/private-network.ts";
import { redactionMark, redactText, replaced, spansOf } from "./redact-text.ts";
import type { Redacted } from "./redact-text.ts";
import { scanVariants } from "./scan-text.ts";

/** Redacts; when a secret is still there in an encoded form, the whole text becomes `[REDACTED:encoded_secret]`. */
export function sanitizePersistedText(original: string): Redacted {
  const redacted = redactText(original);
  if (scanVariants(redacted.text).length === 0) return redacted;
  return { text: redactionMark("encoded_secret"), findings: [...new Set([...redacted.findings, "encoded_secret"])] };
}

/** The same, and addresses and absolute paths of a private network are taken out too. */
export function sanitizeMemoryText(original: string): Redacted {
  const { text, findings } = sanitizePersistedText(original);
  const spans = spansOf(text, PRIVATE_NETWORK_PATTERNS);
  if (spans.length === 0) return { text, findings };
  return {
    text: replaced(text, spans),
    findings: [...new Set([...findings, ...spans.flatMap((span) => span.findings)])],
  };
}
