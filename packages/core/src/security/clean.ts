import { SensitiveContentError } from "../errors/errors.ts";
import { judgeNamedValue } from "./judge-assignment.ts";
import { redactionMark } from "./redact-text.ts";
import { sanitizePersistedJson } from "./sanitize-json.ts";
import { sanitizeMemoryText, sanitizePersistedText } from "./sanitize.ts";
import { scanText } from "./scan-text.ts";

declare const cleanBrand: unique symbol;

/**
 * A record that went through the sensitivity filter and has been frozen since. Only `cleanRecord` makes one; the mark
 * is looked up at run time, so a cast does not help, and a copy has to be filtered again.
 */
export type Clean<T> = T & { readonly [cleanBrand]: true };

/**
 * What the filter does with a field: `content` is refused or redacted, `metadata` is always refused because it is a
 * key,
 * `json` is walked and redacted inside.
 */
export type FieldRole = "content" | "metadata" | "json";

/** The roles of the records in a list. */
export interface EachRole<Item> {
  readonly each: FieldRoles<Item>;
}

type RoleOf<Value> =
  NonNullable<Value> extends readonly (infer Item extends object)[] ? FieldRole | EachRole<Item> : FieldRole;

/** The fields with text in them. A field that is not named is not looked at. */
export type FieldRoles<T> = { readonly [Field in keyof T & string]?: RoleOf<T[Field]> };

/** A field whose words say what the value of another field is: `["predicate", "objectValue"]`. */
export type RelatedFields = readonly (readonly [key: string, value: string])[];

export interface FilterOptions {
  /** Refuse the record, or replace the secret by `[REDACTED:<finding>]`. */
  readonly onSecret: "reject" | "redact";
  /**
   * Also takes addresses and absolute paths of a private network out of content; they never refuse a record. Default
   * false.
   */
  readonly redactPrivateNetwork?: boolean | undefined;
  /** Pairs that make a secret only together, such as predicate `password` and object `x9Kq…`. Default none. */
  readonly relatedFields?: RelatedFields | undefined;
}

export interface CleanedRecord<T> {
  readonly record: Clean<T>;
  /** Kinds of what was redacted, each once. */
  readonly findings: readonly string[];
}

type Fields = Record<string, unknown>;
type Role = FieldRole | EachRole<never>;

interface Filtering {
  readonly options: FilterOptions;
  readonly findings: Set<string>;
}

const cleanRecords = new WeakSet();
const entriesOfRoles = new WeakMap<object, readonly (readonly [string, Role])[]>();

/**
 * Filters a record and marks the result. The result is a frozen copy; lists and JSON in it are frozen copies too.
 *
 * @throws SensitiveContentError `sensitive.content` for content with a secret when secrets are refused, and
 *   `sensitive.metadata` for metadata with one; `details` holds `field` (`citations[0].locator`) and `findings`
 */
export function cleanRecord<T extends object>(
  record: T,
  roles: FieldRoles<T>,
  options: FilterOptions,
): CleanedRecord<T> {
  const filtering: Filtering = { options, findings: new Set() };
  const copy = filtered(record as Fields, { roles, prefix: "" }, filtering);
  for (const pair of options.relatedFields ?? []) filterPair(copy, pair, filtering);
  cleanRecords.add(Object.freeze(copy));
  return { record: copy as Clean<T>, findings: [...filtering.findings] };
}

/**
 * A record that is marked already, as it is; any other is filtered, and refused when it holds a secret.
 *
 * @throws SensitiveContentError as `cleanRecord` does
 */
export function requireClean<T extends object>(
  record: T,
  roles: FieldRoles<T>,
  relatedFields?: RelatedFields,
): Clean<T> {
  if (cleanRecords.has(record)) return record as Clean<T>;
  return cleanRecord(record, roles, { onSecret: "reject", relatedFields }).record;
}

/** Whether `cleanRecord` made this very object. */
export function isClean(value: unknown): boolean {
  return typeof value === "object" && value !== null && cleanRecords.has(value);
}

function filtered(
  record: Fields,
  at: { readonly roles: object; readonly prefix: string },
  filtering: Filtering,
): Fields {
  const copy: Fields = { ...record };
  for (const [field, role] of roleEntries(at.roles)) {
    const value = copy[field];
    if (value === undefined || value === null) continue;
    const name = at.prefix + field;
    const kept = filteredValue(value, { role, name }, filtering);
    if (kept !== value) copy[field] = kept;
  }
  return copy;
}

function filteredValue(
  value: unknown,
  { role, name }: { readonly role: Role; readonly name: string },
  filtering: Filtering,
): unknown {
  if (typeof role === "object" && Array.isArray(value))
    return filteredList(value, { roles: role.each, name }, filtering);
  if (role === "json" || typeof value !== "string") return filteredJson(value, name, filtering);
  if (role === "content") return filteredContent(value, name, filtering);
  refuseMetadata(value, name);
  return value;
}

function filteredList(
  value: unknown,
  at: { readonly roles: object; readonly name: string },
  filtering: Filtering,
): unknown {
  const items = value as readonly Fields[];
  return Object.freeze(
    items.map((item, index) =>
      Object.freeze(filtered(item, { roles: at.roles, prefix: `${at.name}[${index}].` }, filtering)),
    ),
  );
}

function filteredContent(value: string, field: string, { options, findings }: Filtering): string {
  if (options.onSecret === "reject") {
    const found = scanText(value);
    if (found.length > 0) refuse("sensitive.content", field, found);
    if (options.redactPrivateNetwork !== true) return value;
  }
  const sanitize = options.redactPrivateNetwork === true ? sanitizeMemoryText : sanitizePersistedText;
  const redacted = sanitize(value);
  for (const finding of redacted.findings) findings.add(finding);
  return redacted.text;
}

function filteredJson(value: unknown, field: string, { options, findings }: Filtering): unknown {
  const sanitized = sanitizePersistedJson(value, { field, redactPrivateNetwork: options.redactPrivateNetwork });
  for (const finding of sanitized.findings) findings.add(finding);
  return deepFrozen(sanitized.value);
}

function refuseMetadata(value: string, field: string): void {
  const found = scanText(value);
  if (found.length > 0) refuse("sensitive.metadata", field, found);
}

/** A value that is a secret because of what another field says about it. */
function filterPair(
  copy: Fields,
  [keyField, valueField]: readonly [string, string],
  { options, findings }: Filtering,
): void {
  const key = copy[keyField];
  const value = copy[valueField];
  if (typeof key !== "string" || typeof value !== "string") return;
  const finding = judgeNamedValue(key, value);
  if (finding === undefined || value.startsWith("[REDACTED")) return;
  if (options.onSecret === "reject") refuse("sensitive.content", valueField, [finding]);
  copy[valueField] = redactionMark(finding);
  findings.add(finding);
}

function refuse(code: "sensitive.content" | "sensitive.metadata", field: string, findings: readonly string[]): never {
  throw new SensitiveContentError(code, `${field} holds a secret (${findings.join(", ")})`, {
    details: { field, findings },
  });
}

function roleEntries(roles: object): readonly (readonly [string, Role])[] {
  let entries = entriesOfRoles.get(roles);
  if (entries === undefined) {
    entries = Object.entries(roles) as [string, Role][];
    entriesOfRoles.set(roles, entries);
  }
  return entries;
}

function deepFrozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}
