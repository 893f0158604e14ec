import { sanitizePersistedText } from "@memorymaster/core";
import { structuredPatch } from "diff";
import { SECRET_FILES } from "../scan/limits.ts";
import type { Finding } from "./types.ts";

const MAX_BYTES = 4096;
/** Longer texts give more than fits anyway. */
const MAX_CHARACTERS = 8000;

function holdsSecrets(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return SECRET_FILES.some((secret) => secret.test(name));
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Secrets are taken out of either text as a whole: line by line, between signs, they would be harder to see. */
function withoutSecrets(text: string): string {
  const clean = sanitizePersistedText(text.replace(/\r\n?/g, "\n").slice(0, MAX_CHARACTERS)).text;
  return clean === "" || clean.endsWith("\n") ? clean : `${clean}\n`;
}

/** As many whole lines as fit. */
function cut(lines: readonly string[]): string {
  let left = MAX_BYTES;
  const end = lines.findIndex((line) => (left -= bytesOf(line) + 1) < 0);
  return lines.slice(0, end < 0 ? lines.length : end).join("\n");
}

/**
 * Unified diff from the stored excerpt to what stands at the cited lines now, without file names, at most 4 KB;
 * `undefined` when no excerpt is kept, and for files that hold secrets.
 */
export function citedDiff({ citation, path = "", instead = "" }: Finding): string | undefined {
  const { excerpt, lineStart = 1 } = citation;
  if (excerpt === undefined || holdsSecrets(path)) return undefined;
  const { hunks } = structuredPatch("", "", withoutSecrets(excerpt), withoutSecrets(instead));
  const lines = hunks.flatMap((hunk) => {
    const [from, to] = [hunk.oldStart, hunk.newStart].map((start) => Math.max(0, start + lineStart - 1));
    return [`@@ -${from},${hunk.oldLines} +${to},${hunk.newLines} @@`, ...hunk.lines];
  });
  return cut(lines);
}
