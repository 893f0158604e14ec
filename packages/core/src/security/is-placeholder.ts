import { piecesOf } from "./looks-random.ts";

/** Values that public standards and vendors' manuals print as examples. */
const PUBLISHED: ReadonlySet<string> = new Set([
  "mF_9.B5f-4.1JqM", // RFC 6750
  "QWxhZGRpbjpvcGVuIHNlc2FtZQ==", // RFC 7617
  "33f!!lloppa", // NuGet configuration reference
  "hal+9ooo_da!sY",
]);

/** A value of one of these forms stands for something that is filled in elsewhere. */
const FORMS: readonly RegExp[] = [
  /^[\s*•●xX#._\-?…]*$/,
  /[xX]{6}|[*•●#]{4}/,
  /(?:\.\.\.|…|\[redacted\]?)$/i,
  /^[0-]+$/,
  /^[A-Z_][A-Z0-9_]*=$/,
  /^\$(?:[A-Z_][A-Z0-9_]*|[a-z_]+|\d)$/,
  /^(?:[%@]\w+[%@]|__\w+__|%[a-z])$/,
  /^\[[^[\]]*\]?$/,
  /^(?:\$\{\{?|\{\{|\$\(|<[A-Za-z]|#\{|%\{)[^})>]*$/,
  /^[A-Za-z0-9/+]{9,}EXAMPLE(?:KEY)?$/,
];

const TEMPLATE_PARTS = /\$\{\{?[^}]*\}?\}|\{\{[^}]*\}\}|\{[A-Za-z_.]*\}|\$\([^)]*\)|<[^<>]*>|%\w+%|#\{[^}]*\}/g;

const NOUNS =
  `password passwords passwd pass pwd passphrase passcode secret secrets token tokens key keys api apikey auth access
  client credential credentials creds bearer basic user username login`.split(/\s+/);
const FILLERS =
  `your my the a some any this that here goes value values string example sample dummy placeholder replace replaced
  with insert enter put add change changeme changeit me set use real actual name id app host db bot default test
  testing demo foo bar baz qux todo tbd none null nil undefined redacted hidden masked removed xxx yyy zzz new old
  plain text raw generated random strong long very super safe not in of to for from by is and or env var variable`.split(
    /\s+/,
  );
const VOCABULARY: ReadonlySet<string> = new Set([...NOUNS, ...FILLERS]);

const GLUED =
  /^(?:(?:my|your|the|some|new|test|example|sample|dummy|fake)(?:api|db|user|secret|access|auth)?)?(?:password|passwd|passphrase|pwd|secret|token|apikey|key|pass)$/i;
const STARTS =
  /^(?:your|insert|enter|replace|change|put|add|example|sample|dummy|placeholder|redacted|todo)(?:[_\-. ]|[A-Z]|$)/i;
const MENTIONS = /(?:^|[_\-. ])your[_\-. ]|here$|(?:^|[_\-. ])(?:placeholder|example|changeme)(?:$|[_\-. ])/i;

/** Whether a value as a whole is a mask, a template, a reference to a variable, or words such as `YOUR_KEY_HERE`. */
export function isPlaceholder(value: string): boolean {
  if (PUBLISHED.has(value) || FORMS.some((form) => form.test(value))) return true;
  if (value.length <= 64 && isWording(value)) return true;
  return isTemplate(value) || isMonotone(value);
}

function isWording(value: string): boolean {
  if (/\d.*\d|[A-Za-z]\d|[^\w\s\-.:/]/.test(value)) return false;
  if (GLUED.test(value) || STARTS.test(value) || MENTIONS.test(value)) return true;
  const words = piecesOf(value);
  return words.length > 0 && words.every((word) => VOCABULARY.has(word.toLowerCase()) || /^\d$/.test(word));
}

function isTemplate(value: string): boolean {
  const rest = value.replace(TEMPLATE_PARTS, "");
  return rest.length < value.length && rest.replace(/[\W_]/g, "").length < 6;
}

/** Half of the value or more is one capital letter, x or zero, over and over, as in `AKIAXXXXXXXXXXXXXXXX`. */
function isMonotone(value: string): boolean {
  const longest = value.replace(/[\s_.\-]/g, "").match(/([A-Zx0])\1{7,}/g) ?? [];
  return longest.some((repeat) => repeat.length * 2 >= value.length);
}
