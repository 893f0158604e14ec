import * as z from "zod";

import { invalidField, shownKey } from "../claims/check-text.ts";
import { citationFromText } from "../claims/citation-from-text.ts";
import { CITATION_KINDS } from "../claims/citation.ts";
import type { CitationInput } from "../claims/citation.ts";
import { VISIBILITIES, VOLATILITIES } from "../claims/claim.ts";
import type { InvalidInputError } from "../errors/errors.ts";
import type { ClaimInput } from "./types.ts";

const text = z.string().nullish();
const line = z.int().nullish();

const CITATION = z.strictObject({
  source: z.string(),
  locator: text,
  excerpt: text,
  kind: z.enum(CITATION_KINDS).nullish(),
  path: text,
  line_start: line,
  line_end: line,
  excerpt_hash: text,
  git_blob: text,
  commit_id: text,
  fetched_at: text,
  content_hash: text,
});

const CLAIM = z.strictObject({
  text: z.string(),
  citations: z.array(z.union([z.string(), CITATION])).nullish(),
  idempotency_key: text,
  claim_type: text,
  subject: text,
  predicate: text,
  object_value: text,
  scope: text,
  volatility: z.enum(VOLATILITIES).nullish(),
  confidence: z.number().nullish(),
  event_time: text,
  valid_from: text,
  valid_until: text,
  supersedes_claim_id: z.union([z.int(), z.string()]).nullish(),
  source_agent: text,
  visibility: z.enum(VISIBILITIES).nullish(),
  holder: text,
});

type Present<Fields> = { readonly [Key in keyof Fields]: Exclude<Fields[Key], null> };

/** `null` is how JSON writes absence. */
function withoutNulls<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Present<Fields>;
}

function citationInput(given: string | z.infer<typeof CITATION>, index: number): CitationInput {
  if (typeof given === "string") return citationFromText(given, `citations[${index}].source`);
  const { line_start, line_end, excerpt_hash, git_blob, commit_id, fetched_at, content_hash, ...same } =
    withoutNulls(given);
  return {
    ...same,
    lineStart: line_start,
    lineEnd: line_end,
    excerptHash: excerpt_hash,
    gitBlob: git_blob,
    commitId: commit_id,
    fetchedAt: fetched_at,
    contentHash: content_hash,
  };
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");

/** A union that no member fits: the fault of the member that was meant, an object, says more than the union's. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flat().find(({ code, path }) => code === "unrecognized_keys" || path.length > 0);
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

function fault(error: z.ZodError, given: unknown): InvalidInputError {
  const [first] = error.issues;
  if (first === undefined) return invalidField("input.invalid", "claim", "is malformed");
  const issue = innermost(first);
  const at = nameOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    const field = `${at === "" ? "" : `${at}.`}${shownKey(issue.keys[0] ?? "")}`;
    return invalidField("input.unknown_field", field, "is not a known field");
  }
  if (at === "") return invalidField("input.invalid", "claim", "is no JSON object");
  const isMissing = issue.path.length === 1 && !Object.hasOwn(given as object, at);
  return isMissing
    ? invalidField("input.missing", at, "is missing")
    : invalidField("input.invalid", at, "has the wrong type or value");
}

/**
 * Reads a claim from parsed JSON with the wire names of its fields, citations as objects or as `source|locator|excerpt`.
 * Closed: a field that nothing reads is refused. Sizes and times are checked at ingest.
 *
 * @throws InvalidInputError `input.unknown_field`, `.missing` or `.invalid` naming the field
 */
export function claimInputFromJson(value: unknown): ClaimInput {
  const parsed = CLAIM.safeParse(value);
  if (!parsed.success) throw fault(parsed.error, value);
  const { citations, ...fields } = withoutNulls(parsed.data);
  const { idempotency_key, claim_type, object_value, event_time, valid_from, valid_until, source_agent, ...rest } =
    fields;
  const { supersedes_claim_id, ...same } = rest;
  return {
    ...same,
    idempotencyKey: idempotency_key,
    claimType: claim_type,
    objectValue: object_value,
    eventTime: event_time,
    validFrom: valid_from,
    validUntil: valid_until,
    supersedes: supersedes_claim_id,
    sourceAgent: source_agent,
    citations: citations?.map(citationInput),
  };
}
