import { isWordLike, looksRandom, piecesOf } from "./looks-random.ts";

/**
 * How a value is written: in quotes; bare in a line of shell or of an environment file; bare after a colon and a
 * blank, as in a sentence or in YAML; bare elsewhere, where it may be code.
 */
export type ValueForm = "quoted" | "shell" | "colon" | "code";

const FILE_NAME =
  /\.(?:pem|key|crt|cer|p12|pfx|jks|json|ya?ml|toml|env|txt|md|[cm]?[jt]sx?|py|go|rs|rb|java|cs|php|xml|ini|conf|cfg|config|sh|sql|log|html?|css|csv|pub|asc|gpg|db|sqlite)(?::\d+)?$/i;
const HOST_NAME =
  /^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|local|localhost|internal|svc|cloud|co|es|de|uk|ai|test|example|invalid)(?::\d+)?(?:\/.*)?$/i;

/** Forms whose meaning is known and is no secret. */
const KNOWN_FORMS: readonly RegExp[] = [
  /^\d{4}-\d{2}-\d{2}(?:$|[T ])/,
  /^v?\d+(?:\.\d+){1,3}(?:$|[-+][\w.+-]*$)/,
  /^[+-]?\d[\d_,.]*(?:%|[a-z]{1,3})?$|^0x[0-9a-f]{1,16}$/i,
  /^[a-z][a-z0-9+.-]*:\/\//i,
  /^[^@\s]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i,
  /^arn:|^ENC\[|^\{cipher\}|^(?:sha\d+|md5)[:-]/i,
  /^[A-Z]{2,10}-\d{1,6}$/,
  /^[A-Za-z][\w.-]*[-:@]v?\d+(?:\.\d+)+(?:$|[-+][\w.-]*$)/,
  FILE_NAME,
  HOST_NAME,
];

/** A path in code, with the name of a type, a member, an index or a call in it. */
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.|!\.)[A-Za-z_$#][\w$]*)+[!;]?(?:[([].*)?$/;
const CALL = /^(?:new[ \t]+|await[ \t]+)?[A-Za-z_$][\w$.:]*[([]/;
/** A value that code goes on after: a bracket closes that was not opened, or an operator follows a member. */
const STATEMENT = /^[\w$.]*[)}\]][^([{]*[{;=&,]|^[A-Za-z_$][\w$]*\.[\w$.]+(?:&&|\|\||\?|===?)/;
const PATH = /^[/\\]|^[\w.-]+(?:\/[\w.-]+)+(?:#\w+)?$/;
const SURE_PATH =
  /^(?:~|\.{1,2})[/\\]|^[A-Za-z]:[\\/]|^\/(?:home|etc|var|usr|opt|tmp|run|mnt|root|srv|Users|app|data|proc|dev|bin)\//;
const TYPE_NAME =
  /^(?:[A-Z]?[a-z]+)?(?:string|str|number|int|bool(?:ean)?|buffer|bytes?|uint\d+(?:array)?|int\d+|float\d*|schema|type|option(?:al)?|promise|field|input|value)\??$/i;
const TECHNICAL =
  /^(?:base-?(?:32|58|64)|sha-?\d+|md5|hs\d+|rs\d+|es\d+|aes-?\d+|utf-?\d+|oauth-?2?|argon2\w*|bcrypt|scrypt|pbkdf2|x\.?509|pkcs-?\d+|ed25519|secp\d+\w*|rsa-?\d*|http\/?\d?|ipv[46]|u2f|webauthn|totp|kv-?v?\d)(?:$|[-_ .,])/i;

/** Whether the value is a date, a version, a number, an address, a file, a name of an algorithm. */
export function isKnownForm(value: string): boolean {
  return KNOWN_FORMS.some((form) => form.test(value));
}

/** Whether the value names an algorithm or a format, as in `base64-encoded`. */
export function isTechnical(value: string): boolean {
  return TECHNICAL.test(value);
}

/** Whether the value is a path in a file system or a store. */
export function isPath(value: string): boolean {
  return SURE_PATH.test(value) || (PATH.test(value) && !looksRandom(value));
}

/** Names joined by signs, with numbers between: `app-config-v2`, `ON_CALL_2024`. They keep to one case. */
export function isJoinedWords(value: string): boolean {
  if (/\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)) return false;
  const parts = value.split(/[_\-./:]+/);
  return parts.length > 1 && parts.every((part) => /^\d{0,10}$/.test(part) || isNumberedWord(part));
}

function isNumberedWord(part: string): boolean {
  const word = /^([A-Za-z]+)\d{0,3}$/.exec(part)?.[1];
  return word !== undefined && piecesOf(word).every((piece) => piece.length < 4 || isWordLike(piece));
}

/** Whether a bare value is a type, a member, a call or a variable. */
export function isCode(value: string, form: ValueForm): boolean {
  if (TYPE_NAME.test(value) || /^!{1,2}[a-z_$]/i.test(value)) return true;
  if (form === "code" && STATEMENT.test(value)) return !looksRandom(value.replace(/[^\w$.].*$/, ""));
  if (MEMBER.test(value)) return !looksRandom(value.replace(/[([].*$/, ""));
  if (CALL.test(value)) return !looksRandom(value.slice(0, value.search(/[([]/)));
  if (form === "shell") return false;
  if (/^[A-Z]+(?:_[A-Z]+)+$/.test(value)) return !looksRandom(value);
  return (
    /(?:password|passwd|pass|pwd|secret|token|key|credentials?)(?:V?\d)?$/i.test(value) &&
    isName(value.replace(/V?\d$/, ""))
  );
}

function isName(value: string): boolean {
  return (
    /^[A-Za-z_$][A-Za-z_$.:]*$/.test(value) && piecesOf(value).every((piece) => piece.length < 3 || isWordLike(piece))
  );
}
