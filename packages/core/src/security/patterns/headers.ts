import { decodeBase64 } from "../decode-base64.ts";
import { isPlaceholder } from "../is-placeholder.ts";
import { isDrawn } from "../is-secret-value.ts";
import { looksRandom } from "../looks-random.ts";
import type { PatternHit, SecretPattern } from "../secret-pattern.ts";

const JWT = "eyJ[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{2,}\\.[A-Za-z0-9_-]{2,}(?:\\.[A-Za-z0-9_-]+){0,2}";

/** How far from its header's name a cookie may stand. */
const COOKIE_AROUND = 400;

/** Credentials as they travel in HTTP headers, cookies and query strings. */
export const HEADER_PATTERNS: readonly SecretPattern[] = [
  {
    finding: "jwt_token",
    hints: ["eyj"],
    regex: new RegExp(
      `(?<![A-Za-z0-9_-])${JWT}|(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{16,}\\.eyJ[A-Za-z0-9_-]{16,}\\.?`,
      "g",
    ),
  },
  {
    finding: "bearer_token",
    hints: ["bearer"],
    regex: /bearer(?:[_-]?token)?["'`]?[ \t]{0,4}[:= \t][ \t]{0,4}["'`]?([A-Za-z0-9._~+/=-]{8,})/dgi,
    group: 1,
    judge: judgeBearer,
  },
  {
    finding: "basic_auth",
    hints: ["basic "],
    regex: /\bbasic[ \t]{1,4}([A-Za-z0-9+/_-]{4,}={0,2})(?![A-Za-z0-9+/=_.-])/dgi,
    group: 1,
    judge: judgeBasic,
  },
  {
    finding: "authorization_header",
    hints: ["authorization"],
    regex:
      /\bauthorization["'`]{0,2}[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?!basic\b|bearer\b|digest\b|aws4)(?:[A-Za-z][A-Za-z_-]{2,24}[ \t]{1,4})?([A-Za-z0-9._~+/=@-]{8,})/dgi,
    group: 1,
    judge: ({ value }) =>
      !isPlaceholder(value) && /\d/.test(value) && (looksRandom(value) || /\d.*\d.{14}|.{14}\d.*\d/.test(value))
        ? "authorization_header"
        : undefined,
  },
  {
    finding: "session_cookie",
    hints: ["cookie"],
    regex: /(?:session(?:[_-]?id)?|sessid|sess|sid|remember_token)[\w.-]{0,16}=([A-Za-z0-9%._~+/=-]{16,})/dgi,
    group: 1,
    judge: ({ text, match, value }) =>
      isDrawn(value) &&
      !isPlaceholder(value) &&
      /cookie/i.test(text.slice(Math.max(0, match.index - COOKIE_AROUND), match.index))
        ? "session_cookie"
        : undefined,
  },
  {
    finding: "gitlab_session",
    hints: ["_gitlab_session="],
    regex: /_gitlab_session=([A-Za-z0-9]{32})/dg,
    group: 1,
  },
  {
    // Signed addresses and keys in a query. `token=`, `access_token=` and the like are assignments like any other.
    finding: "url_signature",
    hints: ["sig=", "signature=", "security-token=", "key=", "code="],
    regex:
      /[?&](?:sig|signature|x-(?:amz|goog)-signature|x-amz-security-token|(?:api|auth|app|access|subscription|functions?)?-?_?key|code)=([A-Za-z0-9%._~+/=-]{16,})/dgi,
    group: 1,
    judge: judgeQuery,
  },
];

function judgeBearer({ value }: PatternHit): string | undefined {
  if (isPlaceholder(value)) return undefined;
  if (/\d/.test(value)) return /^(?:[a-z]+-)+\d{1,4}$/.test(value) ? undefined : "bearer_token";
  return (/[_.-]/.test(value) || value.length >= 16) && looksRandom(value) ? "bearer_token" : undefined;
}

/** What stands after `Basic` counts when it decodes to `name:password`, or cannot be anything else. */
function judgeBasic({ value }: PatternHit): string | undefined {
  const pair = /^([^:]*):(.*)$/s.exec(decodeBase64(value) ?? "");
  if (isPlaceholder(value)) return undefined;
  if (pair === null) return isDrawn(value) && !value.startsWith("eyJ") ? "basic_auth" : undefined;
  const secret = pair[2] === "" ? pair[1] : pair[2];
  return secret === undefined || isPlaceholder(secret) ? undefined : "basic_auth";
}

function judgeQuery({ value, match }: PatternHit): string | undefined {
  const plain = value.replace(/%[0-9A-Fa-f]{2}/g, "+");
  if (isPlaceholder(plain)) return undefined;
  if (/^.code=/i.test(match[0])) return plain.length >= 40 && looksRandom(plain) ? "url_signature" : undefined;
  return /\d/.test(plain) && looksRandom(plain) ? "url_signature" : undefined;
}
