import type { InvalidInputCode } from "../errors/codes.ts";
import { InvalidInputError } from "../errors/errors.ts";
import { scanText } from "../security/scan-text.ts";

/** A text field as callers name it, with its limit in code points. */
export interface TextRule {
  readonly field: string;
  readonly max: number;
}

/** U+001F joins the parts of keys and hashes; a database may be unable to hold NUL. */
export const UNSTORABLE: RegExp = /[\u0000\u001f]/;

export function invalidField(code: InvalidInputCode, field: string, why: string): InvalidInputError {
  return new InvalidInputError(code, `${field} ${why}`, { details: { field } });
}

/** Whether a text has more code points than allowed; counts them only when the length leaves it open. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}

/**
 * A text as given, `undefined` when it is absent.
 *
 * @param prefix stands before the name of the field in errors
 * @throws InvalidInputError `input.invalid` (no text), `input.too_long`, `input.unstorable` (U+0000, U+001F, half of a
 *   surrogate pair)
 */
export function checkText(value: unknown, rule: TextRule, prefix = ""): string | undefined {
  if (value === undefined || value === null) return undefined;
  const refuse = (code: InvalidInputCode, why: string): never => {
    throw invalidField(code, prefix + rule.field, why);
  };
  if (typeof value !== "string") return refuse("input.invalid", "is not a text");
  if (isLongerThan(value, rule.max)) return refuse("input.too_long", `is longer than ${rule.max} characters`);
  if (UNSTORABLE.test(value) || !value.isWellFormed())
    refuse("input.unstorable", "holds a character that cannot be stored");
  return value;
}

/** The same without white space around it; blank counts as absent. White space does not count towards the limit. */
export function checkTrimmedText(value: unknown, rule: TextRule, prefix = ""): string | undefined {
  if (value === undefined) return undefined;
  const text = checkText(typeof value === "string" ? value.trim() : value, rule, prefix);
  return text === "" ? undefined : text;
}

/**
 * Refuses a key that nothing reads: what a caller wrote under a wrong name would be lost without a word.
 *
 * @throws InvalidInputError `input.unknown_field`
 */
export function refuseUnknownKeys(value: object, known: ReadonlySet<string>, prefix: string): void {
  for (const key of Object.keys(value)) {
    if (!known.has(key)) throw invalidField("input.unknown_field", `${prefix}${shownKey(key)}`, "is not a known field");
  }
}

/** A key is repeated in the answer only when it looks like one: it may be a pasted secret. */
export function shownKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(key) && scanText(key).length === 0 ? key : "(a key)";
}
