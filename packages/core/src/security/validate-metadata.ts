import { SensitiveContentError } from "../errors/errors.ts";
import { scanText } from "./scan-text.ts";

/**
 * Refuses identifiers that hold a secret: they are keys, so they cannot be redacted.
 *
 * @throws SensitiveContentError `sensitive.metadata` for the first field with a hit
 */
export function validatePersistedMetadata(fields: Readonly<Record<string, string | undefined>>): void {
  for (const [field, value] of Object.entries(fields)) {
    const findings = value === undefined ? [] : scanText(value);
    if (findings.length === 0) continue;
    throw new SensitiveContentError("sensitive.metadata", `${field} holds a secret`, { details: { field, findings } });
  }
}
