import { SensitiveContentError } from "../errors/errors.ts";
import { EMPTY_KEYS } from "./json-members.ts";
import { judgeNamedValue } from "./judge-assignment.ts";
import { redactionMark } from "./redact-text.ts";
import { sanitizeMemoryText, sanitizePersistedText } from "./sanitize.ts";
import { scanText } from "./scan-text.ts";

export interface SanitizedJson {
  /** A copy; what was no JSON (functions, symbols) is left out as `JSON.stringify` would. */
  readonly value: unknown;
  readonly findings: readonly string[];
}

export interface SanitizeJsonOptions {
  /** Name of the field in errors. Default `json`. */
  readonly field?: string | undefined;
  /** Also takes out addresses and paths of a private network. Default false. */
  readonly redactPrivateNetwork?: boolean | undefined;
}

/** Values nested deeper than this are dropped: nothing that is written looks like that. */
const MAX_DEPTH = 200;

interface Walk {
  readonly field: string;
  readonly sanitize: typeof sanitizePersistedText;
  readonly findings: Set<string>;
}

interface Place {
  readonly path: string;
  /** The nearest key above that says something. */
  readonly key: string;
  readonly depth: number;
}

/**
 * Redacts every string of a JSON value. A string or number that is a secret only because of its key, as in
 * `{"password": "…"}` or `{"name": "API_KEY", "value": "…"}`, becomes `[REDACTED:structured_secret]`.
 *
 * @throws SensitiveContentError `sensitive.metadata` when a key is a secret itself
 */
export function sanitizePersistedJson(value: unknown, options: SanitizeJsonOptions = {}): SanitizedJson {
  const walk: Walk = {
    field: options.field ?? "json",
    sanitize: options.redactPrivateNetwork === true ? sanitizeMemoryText : sanitizePersistedText,
    findings: new Set(),
  };
  return { value: sanitized(value, { path: walk.field, key: "", depth: 0 }, walk), findings: [...walk.findings] };
}

function sanitized(value: unknown, place: Place, walk: Walk): unknown {
  if (typeof value === "string") return sanitizedText(value, place, walk);
  if (typeof value === "number" || typeof value === "bigint") return sanitizedNumber(value, place, walk);
  if (typeof value !== "object" || value === null) return value;
  if (place.depth >= MAX_DEPTH) {
    walk.findings.add("structured_secret");
    return redactionMark("structured_secret");
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      sanitized(item, { ...place, path: `${place.path}[${index}]`, depth: place.depth + 1 }, walk),
    );
  }
  return sanitizedObject(value, place, walk);
}

function sanitizedObject(value: object, place: Place, walk: Walk): unknown {
  const named = nameGivenBy(value);
  const members = Object.entries(value).map(([key, member]: [string, unknown]) => {
    const findings = scanText(key);
    if (findings.length > 0) refuseKey(place.path, findings);
    const speaking = EMPTY_KEYS.test(key) ? (named ?? place.key) : key;
    return [key, sanitized(member, { path: `${place.path}.${key}`, key: speaking, depth: place.depth + 1 }, walk)];
  });
  return Object.fromEntries(members) as unknown;
}

/** The name in `{"name": "API_KEY", "value": "…"}`. */
function nameGivenBy(value: object): string | undefined {
  const { name, key } = value as { readonly name?: unknown; readonly key?: unknown };
  const given = name ?? key;
  return typeof given === "string" ? given : undefined;
}

function refuseKey(path: string, findings: readonly string[]): never {
  throw new SensitiveContentError("sensitive.metadata", `A key under ${path} is a secret`, {
    details: { field: path, findings },
  });
}

function sanitizedText(value: string, place: Place, walk: Walk): string {
  const { text, findings } = walk.sanitize(value);
  for (const finding of findings) walk.findings.add(finding);
  if (findings.length > 0 || place.key === "" || judgeNamedValue(place.key, value) === undefined) return text;
  walk.findings.add("structured_secret");
  return redactionMark("structured_secret");
}

function sanitizedNumber(value: number | bigint, place: Place, walk: Walk): unknown {
  const text = String(value);
  const isSecret =
    walk.sanitize(text).findings.length > 0 || (place.key !== "" && judgeNamedValue(place.key, text) !== undefined);
  if (!isSecret) return value;
  walk.findings.add("structured_secret");
  return redactionMark("structured_secret");
}
