import { isPlaceholder } from "../is-placeholder.ts";
import type { PatternHit, SecretPattern } from "../secret-pattern.ts";

const DATABASES = "postgres(?:ql)?|mysqlx?|mariadb|mongodb(?:\\+srv)?|rediss?|amqps?";
const USER_INFO = "([^\\s:/@\"'`<>\\\\]{0,256}):([^\\s/@\"'`<>\\\\]{1,512})@(?=([^\\s/:?#\"'`<>]{0,256}))";
/** Passwords that everyone writes into an example. */
const STOCK = /^(?:.{0,3}|(.)\1*|test|guest|admin|postgres|root|user|pass\d{0,3}|123456?|changeit|secret\d{0,3})$/i;

/** `scheme://user:password@host`. */
export const URL_PATTERNS: readonly SecretPattern[] = [
  {
    finding: "db_url_password",
    hints: ["://"],
    regex: new RegExp(`(?<![A-Za-z0-9])(?:${DATABASES})(?:\\+[a-z0-9]+)?://${USER_INFO}`, "dgi"),
    group: 2,
    judge: (hit) => judgeUrl(hit, "db_url_password"),
  },
  {
    finding: "url_credential",
    hints: ["://"],
    regex: new RegExp(`(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://${USER_INFO}`, "dgi"),
    group: 2,
    judge: (hit) =>
      new RegExp(`^(?:${DATABASES})\\b`, "i").test(hit.match[0]) ? undefined : judgeUrl(hit, "url_credential"),
  },
];

function judgeUrl({ match, value }: PatternHit, finding: string): string | undefined {
  const [, user = "", , host = ""] = match;
  if (isPlaceholder(decoded(value)) || (/^[${%<[]/.test(value) && /[}>%\])]$/.test(value))) return undefined;
  const isLocal = /^(?:localhost|127\.|\[?::1|0\.0\.0\.0|host\.docker)/.test(host);
  if (STOCK.test(value) && (isLocal || value === user || value.length <= 4)) return undefined;
  return finding;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
