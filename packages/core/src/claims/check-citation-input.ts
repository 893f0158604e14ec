import { checkText, checkTrimmedText, invalidField, refuseUnknownKeys } from "./check-text.ts";
import { tidyRelativePath } from "./citation-derivation.ts";
import { CITATION_KINDS } from "./citation.ts";
import type { CitationCheck, CitationInput, CitationKind } from "./citation.ts";
import { LIMITS } from "./limits.ts";
import { normalizeTime } from "./time.ts";

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SHA256 = /^[0-9a-f]{64}$/;

const SOURCE = { field: ".source", max: LIMITS.citationSource };
const LOCATOR = { field: ".locator", max: LIMITS.citationLocator };
const EXCERPT = { field: ".excerpt", max: LIMITS.citationExcerpt };

/** Checks a given value; `field` is how callers name it. */
type FieldCheck<T> = (value: unknown, field: string) => T | undefined;

const label: FieldCheck<string> = (value, field) => checkTrimmedText(value, { field, max: LIMITS.label });

function hex(pattern: RegExp, what: string): FieldCheck<string> {
  return (value, field) => {
    const text = label(value, field)?.toLowerCase();
    if (text === undefined || pattern.test(text)) return text;
    throw invalidField("input.invalid", field, `is not ${what}`);
  };
}

const kind: FieldCheck<CitationKind> = (value, field) => {
  const text = label(value, field);
  const known = CITATION_KINDS.find((one) => one === text);
  if (text !== undefined && known === undefined) {
    throw invalidField("input.invalid", field, `is none of ${CITATION_KINDS.join(", ")}`);
  }
  return known;
};

const path: FieldCheck<string> = (value, field) => {
  const text = checkTrimmedText(value, { field, max: LIMITS.citationSource });
  if (text === undefined) return undefined;
  const leadsUp = text.split(/[\\/]/).includes("..");
  const tidy = leadsUp ? undefined : tidyRelativePath(text);
  if (tidy === undefined) throw invalidField("input.invalid", field, "is no path relative to the repository root");
  return tidy;
};

const line: FieldCheck<number> = (value, field) => {
  if (value === null) return undefined;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  throw invalidField("input.invalid", field, "is no line number");
};

const time: FieldCheck<string> = (value, field) => {
  const text = label(value, field);
  return text === undefined ? undefined : normalizeTime(text, field);
};

const CHECKS: {
  readonly [Key in keyof CitationCheck]-?: readonly [field: string, check: FieldCheck<NonNullable<CitationCheck[Key]>>];
} = {
  kind: [".kind", kind],
  path: [".path", path],
  lineStart: [".line_start", line],
  lineEnd: [".line_end", line],
  excerptHash: [".excerpt_hash", hex(SHA256, "a sha256 in hex")],
  gitBlob: [".git_blob", hex(OBJECT_ID, "a git object id")],
  commitId: [".commit_id", hex(OBJECT_ID, "a git object id")],
  fetchedAt: [".fetched_at", time],
  contentHash: [".content_hash", hex(SHA256, "a sha256 in hex")],
};
const CHECK_KEYS = Object.keys(CHECKS) as (keyof CitationCheck)[];
const KNOWN_KEYS: ReadonlySet<string> = new Set(["source", "locator", "excerpt", ...CHECK_KEYS]);
const NO_CHECKS: CitationCheck = {};

function checkFields(given: Readonly<Record<string, unknown>>, prefix: string): CitationCheck {
  const keys = CHECK_KEYS.filter((key) => given[key] !== undefined);
  if (keys.length === 0) return NO_CHECKS;
  const fields = Object.fromEntries(
    keys.map((key) => {
      const [field, check] = CHECKS[key];
      return [key, check(given[key], prefix + field)];
    }),
  );
  return withBothLines(fields, prefix);
}

function withBothLines(fields: CitationCheck, prefix: string): CitationCheck {
  const { lineStart, lineEnd } = fields;
  if (lineStart === undefined && lineEnd === undefined) return fields;
  if (lineStart === undefined)
    throw invalidField("input.invalid", `${prefix}.line_start`, "is missing beside line_end");
  if (lineEnd !== undefined && lineEnd < lineStart) {
    throw invalidField("input.invalid", `${prefix}.line_end`, "stands before line_start");
  }
  return { ...fields, lineEnd: lineEnd ?? lineStart };
}

/**
 * A citation of a caller in checked form: trimmed, blank parts left out, hashes in lower case, times as stored.
 *
 * @param prefix names it in errors: `citations[0]`
 * @throws InvalidInputError `input.*` naming the field
 */
export function checkCitationInput(value: unknown, prefix: string): CitationInput {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidField("input.invalid", prefix, "is no citation");
  }
  refuseUnknownKeys(value, KNOWN_KEYS, `${prefix}.`);
  const given = value as Readonly<Record<string, unknown>>;
  const source = checkTrimmedText(given["source"], SOURCE, prefix);
  if (source === undefined) throw invalidField("input.missing", `${prefix}.source`, "is missing");
  const locator = checkTrimmedText(given["locator"], LOCATOR, prefix);
  const excerpt = checkText(given["excerpt"], EXCERPT, prefix);
  const checks = checkFields(given, prefix);
  return {
    source,
    locator,
    excerpt: excerpt?.trim() === "" ? undefined : excerpt,
    kind: checks.kind,
    path: checks.path,
    lineStart: checks.lineStart,
    lineEnd: checks.lineEnd,
    excerptHash: checks.excerptHash,
    gitBlob: checks.gitBlob,
    commitId: checks.commitId,
    fetchedAt: checks.fetchedAt,
    contentHash: checks.contentHash,
  };
}
