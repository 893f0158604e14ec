import { credentialKind } from "../credential-name.ts";
import { isPlaceholder } from "../is-placeholder.ts";
import { isComplex, isDrawn, UUID } from "../is-secret-value.ts";
import { looksRandom } from "../looks-random.ts";
import { TRAITS } from "../secret-pattern.ts";
import type { FollowingValue, PatternHit, SecretPattern } from "../secret-pattern.ts";

const BARE = "[^\\s\"'`,;<>]";
const ABOUT_HASHES =
  /\b(?:commit|sha\d*|digest|checksum|hash(?:es)?|rev(?:ision)?|merged?|tree|blob|fingerprint|integrity|image|md5|etag|tag)\b/i;

/** How far from its marker a made-up word may stand, and how long it may be. */
const NEARBY = 80;
const LONGEST = 256;
const NEARBY_WORD = new RegExp(`(?<![\\w/.@#:=&?$%+-])[A-Za-z]${BARE}{9,}`, "g");
const PINNING = /^[ \t]+(?:the|a|an|to|all|it|this|that|your|our|every|each)\b/i;

/** Secrets told in sentences, and values that a word nearby gives away. */
export const PROSE_PATTERNS: readonly SecretPattern[] = [
  {
    finding: "prose_secret",
    hints: ["pass", "secret", "token", "key", "credential"],
    regex: new RegExp(
      "\\b(passwords?|passwd|passphrase|passcode|secret|token|credentials?|key)\\b" +
        "(?:[ \\t]+(?!is\\b|was\\b)[\\w'./@()-]{1,30}){0,6}?[ \\t]+(?:is|was|are|equals|set to|changed to|reset to|now)[ \\t]*:?[ \\t]*[\"'`]?" +
        `(${BARE}{6,256})`,
      "dgi",
    ),
    group: 2,
    judge: judgeSentence,
  },
  {
    finding: "prose_password",
    hints: [
      "passw",
      "passphrase",
      "sshpw",
      "pin ",
      "pin:",
      "pin=",
      "secret",
      "api key",
      "api_key",
      "api-key",
      "apikey",
    ],
    regex: /\b(?:password|passwd|passphrase|sshpw|pin|secret|api[ _-]?key)\b/gi,
    readValue: readNearby,
    judge: judgeNearby,
  },
  {
    finding: "spanish_prose_password",
    hints: ["contrase", "clave"],
    regex: new RegExp(
      `(?<![\\p{L}])(?:contrase(?:ñ|n|n\\u0303)as?|claves?)(?![\\p{L}])((?:[ \\t]+[\\p{L}\\p{N}.@-]{1,30}){0,3}?)["'\`*]{0,3}[ \\t]*(?:\\bes\\b|=|:)[ \\t]*[*]{0,2}["'\`]?(${BARE}{6,256})`,
      "dgiu",
    ),
    group: 2,
    judge: ({ match, value }) =>
      /primaria|for[aá]nea|p[uú]blica|[uú]nica|ajena|partici[oó]n|cach[eé]/i.test(match[1] ?? "") ||
      !isComplex(trimmed(value))
        ? undefined
        : "spanish_prose_password",
  },
  {
    finding: "hex_token",
    hints: ["`"],
    traits: TRAITS.longToken,
    regex: /`([0-9a-fA-F]{40,})`/dg,
    group: 1,
    judge: ({ text, start, value }) =>
      isPlaceholder(value) || ABOUT_HASHES.test(text.slice(Math.max(0, start - 32), start)) ? undefined : "hex_token",
  },
  {
    finding: "hex_token_ctx",
    hints: ["token", "key", "secret", "credential"],
    regex:
      /(?<![A-Za-z])(tokens?|keys?|secrets?|credentials?)(?![A-Za-z])([^\n]{0,80}?)(?<![0-9A-Za-z])([0-9a-fA-F]{40,})(?![0-9A-Za-z])/dgi,
    group: 3,
    judge: judgeHex,
  },
];

function trimmed(value: string): string {
  return value.replace(/[.:!?)\]}*]+$/, "");
}

function wordBefore(hit: PatternHit): string {
  return (
    /([A-Za-z]+)[ _-]?$/.exec(hit.text.slice(Math.max(0, hit.match.index - 32), hit.match.index))?.[1]?.toLowerCase() ??
    ""
  );
}

/** `the admin password is x9Kq…`, `the Heroku API key is 5f0c…` */
function judgeSentence(hit: PatternHit): string | undefined {
  const value = trimmed(hit.value);
  const kind = isPlaceholder(value) ? undefined : credentialKind(String(hit.match[1]), wordBefore(hit));
  if (kind === undefined) return undefined;
  if (UUID.test(value)) return "keyed_uuid";
  if (kind === "password") return isComplex(value) ? "prose_password" : undefined;
  return isDrawn(value) || isShortToken(value) ? "prose_secret" : undefined;
}

function isShortToken(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && isComplex(value) && looksRandom(value);
}

/** The first word within 80 characters, on the same line, that has capitals and digits as made-up passwords do. */
function readNearby(text: string, at: number): FollowingValue | undefined {
  const line = /^[^\n]*/.exec(text.slice(at, at + NEARBY + LONGEST))?.[0] ?? "";
  for (const found of line.matchAll(NEARBY_WORD)) {
    if (found.index > NEARBY) return undefined;
    const word = trimmed(found[0]);
    if (isMadeUp(word)) return { start: at + found.index, end: at + found.index + word.length, quoted: false };
  }
  return undefined;
}

function isMadeUp(word: string): boolean {
  if (word.length < 10 || !/[A-Z]/.test(word) || !/\d/.test(word) || !isComplex(word)) return false;
  return !/\/\/|^[A-Za-z_$][\w$]*\(|^[A-Z]+-\d+$/.test(word);
}

/** To pin something is no secret, unless the sentence says what it is set to. */
function judgeNearby({ text, match, start }: PatternHit): string | undefined {
  const [marker] = match;
  const between = text.slice(match.index + marker.length, start);
  const isVerb = /^pin$/i.test(marker) && PINNING.test(between) && !/\b(?:is|was|set)\b/.test(between);
  return isVerb ? undefined : "prose_password";
}

function judgeHex(hit: PatternHit): string | undefined {
  const [, , between = ""] = hit.match;
  if (isPlaceholder(hit.value) || ABOUT_HASHES.test(between)) return undefined;
  // `primary key` and `page token` are no secrets; the word before says so for a key as for a token.
  return credentialKind("token", wordBefore(hit)) === undefined ? undefined : "hex_token_ctx";
}
