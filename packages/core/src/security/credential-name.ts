import { piecesOf } from "./looks-random.ts";

/**
 * What a name says about its value:
 * `password`: chosen by a person, so nearly any value counts; `token`: made by a machine;
 * `key`: the word key (or seed, auth) with nothing that says which kind; `mention`: speaks of a secret among other
 * things.
 */
export type CredentialKind = "password" | "token" | "key" | "mention";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const PASSWORDS = setOf("password passwd pwd passphrase passcode passwort contraseña contrasena psk");
const TOKENS = setOf("token secret apikey credential credentials creds cred");
const KEYS = setOf("key auth seed pat");
const MENTIONED = setOf(
  "password passwords passwd passphrase secret secrets token tokens apikey creds credentials keys",
);
const GLUED_PASSWORD = /(?:password|passwd|passphrase|pwd)$/;
const GLUED_TOKEN =
  /(?:token|secret|(?:api|access|secret|private|auth|encryption|encrypt|signing|master|account|license|service|preshared|deploy|session|storage|webhook)key)$/;
const GLUED_KEY = /[a-z]{2}key$/;

/** A word before `key` that makes it a secret. */
const SECRET_KEYS = setOf(
  `api access secret private encryption encrypt decryption signing sign auth authentication authorization account
  master license service session app application client deploy ssh jwt hmac cipher aes rsa webhook admin root
  storage preshared shared symmetric recovery subscription ingest integration consumer developer user team org
  server read write`,
);
/** A word before `key`, `token` or `secret` after which the value is no secret. */
const HARMLESS = setOf(
  `public pub primary foreign partition sort idempotency cache row group index idx natural surrogate composite unique
  hot shortcut arrow schema sequence issuer translation i18n dict lookup route routing item node tree entity record
  object dedupe dedup message event json map bucket csrf xsrf page next previous prev cursor continuation sync
  cancel cancellation eos bos pad unk mask sep cls stop special design color lexer max min num total input output
  prompt completion cached known host turn mon hoc don joc whis gpg pgp`,
);
/** A word at the end after which the value only tells about a secret. */
const ABOUT = setOf(
  `id ids name names url uri endpoint path file filename dir folder type kind length len size count limit max min ttl
  expiry expires expire expiration exp age version alg algorithm hash digest checksum policy field label hint
  manager provider store vault ring word board code pair press down up left right regex pattern format prefix suffix
  header param index status state usage budget at date time created updated chars charset selector alias rotation
  arn ref reference var variable schema class module service server host port user username location link page form
  input reset rules rule stdin required enabled disabled exists expired valid invalid present missing frame frames
  event events mesh signature signatures stone storetype storage container scope scopes issuer audience audiences
  bucket number column table row`,
);
/** A word at the end that does not change what the name says. */
const TRAILING = setOf(
  `prod production staging stage dev test live local new old current previous default value val string text str plain
  plaintext raw cleartext base64 b64 hex env main backup temp tmp`,
);

interface NameParts {
  /** All parts, lower case, those at the end left out that change nothing. */
  readonly pieces: readonly string[];
  readonly last: string;
  /** The part before the last one; the word before the name when there is none. */
  readonly previous: string;
}

const isCompound = ({ pieces }: NameParts): boolean => pieces.length > 1;

/** The first rule that holds gives the kind. */
const RULES: readonly (readonly [CredentialKind | undefined, (name: NameParts) => boolean])[] = [
  [undefined, ({ pieces, previous }) => pieces.includes("public") || pieces.includes("pub") || HARMLESS.has(previous)],
  ["password", ({ last }) => PASSWORDS.has(last) || GLUED_PASSWORD.test(last)],
  ["password", (name) => isCompound(name) && (name.last === "pass" || name.last === "pw")],
  ["token", ({ last }) => TOKENS.has(last) || GLUED_TOKEN.test(last)],
  ["token", ({ last, previous }) => last === "key" && SECRET_KEYS.has(previous)],
  ["key", (name) => name.last === "auth" || (isCompound(name) && KEYS.has(name.last))],
  ["key", ({ last }) => GLUED_KEY.test(last) && !HARMLESS.has(last.slice(0, -"key".length))],
  [undefined, ({ last }) => ABOUT.has(last)],
  ["mention", ({ pieces }) => pieces.some((piece) => MENTIONED.has(piece))],
];

/**
 * Judges a name such as `DB_PASSWORD`, `accessToken`, `X-Api-Key` or `aws_secret_access_key`.
 *
 * @param before the word before the name in running text, as in `API key`; lower case
 */
export function credentialKind(name: string, before = ""): CredentialKind | undefined {
  const pieces = piecesOf(name).map((piece) => piece.toLowerCase());
  while (pieces.length > 1 && isTrailing(pieces.at(-1) ?? "")) pieces.pop();
  const parts = { pieces, last: pieces.at(-1) ?? "", previous: pieces.at(-2) ?? before };
  return RULES.find(([, holds]) => holds(parts))?.[0];
}

/** Whether the name is one of the plain words, with nothing built on them. */
export function isPlainName(name: string): boolean {
  return /^(?:password|passwd|pwd|token|api[_\- ]?key|secret)$/i.test(name);
}

function isTrailing(piece: string): boolean {
  return TRAILING.has(piece) || /^(?:\d+|v)$/.test(piece);
}
