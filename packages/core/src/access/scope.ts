import { checkTrimmedText, invalidField } from "../claims/check-text.ts";
import { sha256Hex } from "../claims/identity.ts";
import { LIMITS } from "../claims/limits.ts";

/** Scope of a person rather than a project. */
export const USER_SCOPE = "user";
/** Scope of what holds everywhere. */
export const GLOBAL_SCOPE = "global";
/** Bare scope of claims older than project identity; as an ingest scope it means the project at hand. */
export const LEGACY_PROJECT_SCOPE = "project";

const PROJECT_PREFIX = "project:";
const PROJECT_SUFFIX = /^(.*):([0-9a-f]{8})$/s;

/** What file managers append to the name of a copied folder. */
const COPY_MARK = /(?:\s*-\s+copy|\s+copy(?:\s+\d+)?|\s*\(\d+\)|_copy\d*)$/;
const STAGE_WORD = /^(.+)-(?:final|prod|production|dev|staging|stage|qa|test)$/s;
/** Leaves room for prefix and suffix within the limit of a scope. */
const SLUG_LIMIT = 180;
const EMPTY_SLUG = "workspace";

function withoutCopyMarks(name: string): string {
  const shorter = name.replace(COPY_MARK, "").trim();
  return shorter === name ? name : withoutCopyMarks(shorter);
}

const trimSigns = (text: string): string => text.replace(/^[-._]+|[-._]+$/g, "");

function slugOnce(name: string): string {
  const base = withoutCopyMarks(name.normalize("NFC").trim().toLowerCase());
  if (base === "") return EMPTY_SLUG;
  const plain = trimSigns(base.replace(/[^a-z0-9_-]+/g, "-"));
  // Names of other scripts keep nothing above; each of them still is a project of its own.
  if (plain === "") return `p-${sha256Hex(base).slice(0, 8)}`;
  const cut = trimSigns(plain.slice(0, SLUG_LIMIT));
  return trimSigns(STAGE_WORD.exec(cut)?.[1] ?? cut) || EMPTY_SLUG;
}

/**
 * The name of a project from the name of its folder: lower-case ASCII letters, digits, `_` and `-`, at most 180. Marks
 * of copied folders and stage words at the end are taken off until nothing changes, so that the slug of a slug is
 * itself: a scope read back from an answer finds what was written.
 */
export function projectSlug(folderName: string): string {
  const slug = slugOnce(folderName);
  return slug === folderName ? slug : projectSlug(slug);
}

function projectScopeOf(rest: string): string {
  const [, name, suffix] = PROJECT_SUFFIX.exec(rest) ?? [];
  if (name === undefined || suffix === undefined) return `${PROJECT_PREFIX}${projectSlug(rest)}`;
  return `${PROJECT_PREFIX}${projectSlug(name)}:${suffix}`;
}

/**
 * The one form in which a scope is stored and asked for: trimmed; `project:<name>` with the slug of the name, a trailing
 * `:<8 hex digits>` kept; any other text as it is.
 *
 * @throws InvalidInputError `input.missing`, `.too_long` (200 code points), `.unstorable`, `.invalid` (control characters; a comma,
 *   which separates scopes wherever several are asked for)
 */
export function canonicalScope(scope: string): string {
  const text = checkTrimmedText(scope, { field: "scope", max: LIMITS.label });
  if (text === undefined) throw invalidField("input.missing", "scope", "is empty");
  if (/\p{Cc}/u.test(text)) throw invalidField("input.invalid", "scope", "holds a control character");
  if (text.includes(",")) throw invalidField("input.invalid", "scope", "holds a comma, which separates scopes");
  return text.startsWith(PROJECT_PREFIX) ? projectScopeOf(text.slice(PROJECT_PREFIX.length)) : text;
}
