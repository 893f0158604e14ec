import { judgeNamedValue } from "../judge-assignment.ts";
import { decodeBase64 } from "../decode-base64.ts";
import { isPlaceholder } from "../is-placeholder.ts";
import { readAssignedValue } from "../read-assigned-value.ts";
import type { PatternHit, SecretPattern } from "../secret-pattern.ts";

/** How far from a value the kind of its manifest may stand. */
const MANIFEST_AROUND = 4000;

/**
 * A name and its value as two attributes or members: `<add key="Password" value="…" />`, `{"name": "API_KEY",
 * "value": "…"}`,
 * or a list item of YAML. A password in an XML attribute is a literal, so words count too.
 */
export const NAMED_ENTRY_PATTERNS: readonly SecretPattern[] = [
  {
    finding: "named_entry",
    hints: ["value=", "value:", 'value"', "value'", "value ="],
    regex:
      /\b(?:key|name|id)\\?["']?[ \t]*[:=][ \t]*\\?["']?([A-Za-z][\w.:-]{2,60})\\?["']?[ \t]*,?[ \t]*(?:\r?\n[ \t]*)?\\?["']?\bvalue\\?["']?[ \t]*[:=][ \t]*/gi,
    readValue: readAssignedValue,
    judge: judgeEntry,
  },
  {
    finding: "kubernetes_secret",
    hints: ["kind:"],
    regex: /^[ \t]+[\w.-]{1,128}:[ \t]*["']?([A-Za-z0-9+/]{10,}={0,2})["']?[ \t]*$/dgm,
    group: 1,
    judge: judgeManifest,
  },
];

function judgeEntry({ match, value }: PatternHit): string | undefined {
  const name = match[1] ?? "";
  if (judgeNamedValue(name, value) !== undefined) return "named_entry";
  const isWritten = /^(?:clear_?text_?)?password$/i.test(name) && value.length >= 8 && !/\s/.test(value);
  return isWritten && !isPlaceholder(value) ? "named_entry" : undefined;
}

/** A value under `data` in a manifest of kind Secret; certificates are not secret. */
function judgeManifest({ text, start, value }: PatternHit): string | undefined {
  const around = text.slice(Math.max(0, start - MANIFEST_AROUND), start + MANIFEST_AROUND);
  if (!/^[ \t]*kind:[ \t]*["']?Secret["']?[ \t]*$/im.test(around) || !/^[ \t]*data:/m.test(around)) return undefined;
  const decoded = value.length % 4 === 0 ? decodeBase64(value) : undefined;
  return decoded === undefined || decoded.includes("-BEGIN CERTIFICATE-") ? undefined : "kubernetes_secret";
}
