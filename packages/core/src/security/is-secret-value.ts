import type { CredentialKind } from "./credential-name.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { isPlaceholder } from "./is-placeholder.ts";
import { isCode, isJoinedWords, isKnownForm, isPath, isTechnical } from "./known-forms.ts";
import type { ValueForm } from "./known-forms.ts";
import { looksRandom } from "./looks-random.ts";

/** A value beside a name that speaks of secrets. */
export interface NamedValue {
  readonly kind: CredentialKind;
  readonly value: string;
  readonly form: ValueForm;
  /** The name is one of the plain words (`isPlainName`). */
  readonly plain: boolean;
}

/** What is shorter is no secret, whatever it is called. */
export const SHORTEST_VALUE = 6;

export const UUID: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A compact date, or seconds or milliseconds since 1970. */
const TIMESTAMP = /^(?:20\d{6}|1\d{9}|1\d{12})$/;

const JUDGES: Readonly<Record<CredentialKind, (named: NamedValue) => boolean>> = {
  password: isPassword,
  token: isToken,
  key: ({ value }) => UUID.test(value) || isDrawn(value) || isEncodedPair(value),
  mention: ({ value }) => value.length >= 20 && isDrawn(value),
};

/** Whether the value is a secret rather than a placeholder, a type, a reference, or words about one. */
export function isSecretValue(named: NamedValue): boolean {
  const { kind, value, form } = named;
  if (value.length < SHORTEST_VALUE || /^[a-z_]+$/.test(value) || isPlaceholder(value)) return false;
  if (isTechnical(value) || (form !== "quoted" && isCode(value, form))) return false;
  return JUDGES[kind](kind === "password" || form === "quoted" || form === "shell" ? named : upToSign(named));
}

/** In code a bare value ends where a list, a call or a block goes on; what machines make has no such signs. */
function upToSign(named: NamedValue): NamedValue {
  const value = named.value.split(/[,;(){}[\]|?]|&&/, 1)[0] ?? "";
  return value.length < SHORTEST_VALUE ? { ...named, value: "" } : { ...named, value };
}

/** Long, without blanks, and letters and digits mixed as no name mixes them. */
export function isDrawn(value: string): boolean {
  if (value.length < 16 || !/^[\w.+/=~!@#$%^&*:|-]+$/.test(value)) return false;
  if (UUID.test(value) || isKnownForm(value) || isPath(value) || isJoinedWords(value)) return false;
  const isMixed = /\d/.test(value) ? /[A-Za-z]/.test(value) : /[a-z]/.test(value) && /[A-Z]/.test(value);
  return isMixed && looksRandom(value);
}

/** Letters with a digit or a sign inside, as people write passwords into sentences. */
export function isComplex(value: string): boolean {
  if (value.length < SHORTEST_VALUE || isPlaceholder(value) || isTechnical(value) || isKnownForm(value)) return false;
  if (isPath(value) || isCode(value, "colon") || isJoinedWords(value)) return false;
  return /\p{L}/u.test(value) && /\d|[^\s\p{L}\p{N}_\-./,:;'"][\p{L}\p{N}]/u.test(value);
}

/** Nearly anything: people choose it. Of what has blanks, only the four groups of letters that Google makes. */
function isPassword({ value, form }: NamedValue): boolean {
  if (/\s/.test(value)) return /^(?:[a-z]{4} ){3}[a-z]{4}$/.test(value);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || isPath(value)) return false;
  return form !== "colon" || !/^[A-Z]?[a-z]+$/.test(value);
}

function isToken({ value, plain }: NamedValue): boolean {
  if (/^\d+$/.test(value)) return isNumberToken(value, plain);
  if (/\s/.test(value) || isKnownForm(value) || isPath(value)) return false;
  if (/\d/.test(value)) return !isJoinedWords(value);
  return value.length >= (plain ? 8 : 10) && /[A-Z]/.test(value) && looksRandom(value);
}

function isNumberToken(digits: string, plain: boolean): boolean {
  return digits.length >= (plain ? 10 : 14) && !TIMESTAMP.test(digits);
}

/** `name:password` in base64, as in the configuration of npm and Docker. */
function isEncodedPair(value: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(value) || value.length > 512) return false;
  const password = /^[^\s:]*:([^\s:].*)$/.exec(decodeBase64(value) ?? "")?.[1];
  return password !== undefined && !isPlaceholder(password);
}
