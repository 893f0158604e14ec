import { credentialKind } from "../credential-name.ts";
import { isPlaceholder } from "../is-placeholder.ts";
import { isSecretValue } from "../is-secret-value.ts";
import { readAssignedValue } from "../read-assigned-value.ts";
import type { PatternHit, SecretPattern } from "../secret-pattern.ts";

/** A shell word: quoted, or to the next blank. */
const WORD = "(\"[^\"\\n]{1,256}\"|'[^'\\n]{1,256}'|[^\\s\"'][^\\s]{0,256})";
/** How far before an option the command's name may stand. */
const COMMAND_AROUND = 2000;

/** Secrets given to programs on the command line, and in the files that such programs read. */
export const COMMAND_PATTERNS: readonly SecretPattern[] = [
  {
    finding: "sshpass_flag",
    hints: ["sshpass"],
    regex: new RegExp(`\\bsshpass[ \\t]+-p[ \\t]*${WORD}`, "dg"),
    group: 1,
    judge: (hit) => judgeWord(hit, "sshpass_flag"),
  },
  {
    finding: "mysql_inline_password",
    hints: ["mysql", "mariadb"],
    regex:
      /\b(?:mysql|mariadb)\w*[^\n]{0,200}?[ \t]-p(?!ort\b|rotocol\b)("[^"\n]{3,256}"|'[^'\n]{3,256}'|[^\s"'-][^\s]{5,256})/dg,
    group: 1,
    judge: (hit) => judgeWord(hit, "mysql_inline_password"),
  },
  {
    finding: "command_password",
    hints: ["redis-cli", "login", "ldapsearch"],
    regex: new RegExp(
      "\\b(?:redis-cli\\b[^\\n]{0,200}?[ \\t]-a|(?:docker|podman|helm|az|oc|crane|skopeo)\\b[^\\n]{0,60}?\\blogin\\b[^\\n]{0,200}?[ \\t]-p" +
        `|ldapsearch\\b[^\\n]{0,200}?[ \\t]-w)[ \\t]+${WORD}`,
      "dg",
    ),
    group: 1,
    judge: (hit) => judgeWord(hit, "command_password"),
  },
  {
    finding: "command_password",
    hints: ["pass:"],
    regex: /-pass(?:in|out)?[ \t]+["']?pass:([^\s"']{4,256})/dg,
    group: 1,
    judge: (hit) => judgeWord(hit, "command_password"),
  },
  {
    finding: "curl_user",
    hints: ["curl", "wget"],
    regex:
      /[ \t\n\\](?:-u|--user|--proxy-user|-U|-a)(?:=|[ \t]{0,5})((?:"[^"\n]{0,128}"|'[^'\n]{0,128}'|[^\s"':]{1,128})?:(?:"[^"\n]{1,256}"|'[^'\n]{1,256}'|[^\s"'][^\s"']{0,256})|"[^":\n]{0,128}:[^"\n]{0,256}"|'[^':\n]{0,128}:[^'\n]{0,256}')/dg,
    group: 1,
    judge: judgeCurlUser,
  },
  {
    finding: "flag_credential",
    hints: ["--"],
    regex: /(?<![\w-])--?([A-Za-z][\w-]{1,40})[ \t]+(?=[^\s-])/g,
    readValue: readAssignedValue,
    judge: judgeFlag,
  },
  {
    finding: "netrc_password",
    hints: ["login"],
    regex: /\blogin[ \t\n]+\S{1,128}[ \t\n]+passw(?:or)?d[ \t\n]+(\S{4,256})/dg,
    group: 1,
    judge: (hit) => judgeWord(hit, "netrc_password"),
  },
  {
    finding: "pgpass_password",
    hints: [":5432:", ":6432:"],
    regex: /^[^\s:#]{1,128}:(?:5432|6432|\*):[^\s:]{1,128}:[^\s:]{1,128}:(\S{4,256})$/dgm,
    group: 1,
    judge: (hit) => judgeWord(hit, "pgpass_password"),
  },
  {
    finding: "sql_password",
    hints: ["identified", "password '"],
    regex:
      /\b(?:identified[ \t]+(?:with[ \t]+\S{1,40}[ \t]+)?by|(?:encrypted[ \t]+)?password)[ \t]+'([^'\n]{6,256})'/dgi,
    group: 1,
    judge: (hit) => judgeWord(hit, "sql_password"),
  },
];

function unquoted(value: string): string {
  return value.replace(/^["']|["']$/g, "");
}

function judgeWord({ value }: PatternHit, finding: string): string | undefined {
  const word = unquoted(value);
  return word.length < 3 || isPlaceholder(word) ? undefined : finding;
}

/** The password is what follows the first colon; without one, what stands before it. */
function judgeCurlUser({ text, match, value }: PatternHit): string | undefined {
  const command = text.slice(Math.max(0, match.index - COMMAND_AROUND), match.index);
  if (!/\b(?:curl|wget)\b/.test(command)) return undefined;
  const parts = value.replace(/["']|^<|>$/g, "");
  const colon = parts.indexOf(":");
  const secret = parts.slice(colon + 1) || parts.slice(0, colon);
  if (secret.length < 3 || isPlaceholder(secret) || secret === parts.slice(0, colon)) return undefined;
  return /^(?:test|yyy|changeit|user|admin)$/i.test(secret) ? undefined : "curl_user";
}

function judgeFlag({ match, value, quoted }: PatternHit): string | undefined {
  const kind = credentialKind(match[1] ?? "");
  if (kind === undefined) return undefined;
  return isSecretValue({ kind, value, form: quoted ? "quoted" : "code", plain: false }) ? "flag_credential" : undefined;
}
