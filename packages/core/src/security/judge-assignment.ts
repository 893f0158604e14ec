import { credentialKind, isPlainName } from "./credential-name.ts";
import type { CredentialKind } from "./credential-name.ts";
import { isPlaceholder } from "./is-placeholder.ts";
import { isComplex, isDrawn, isSecretValue, SHORTEST_VALUE, UUID } from "./is-secret-value.ts";
import type { ValueForm } from "./known-forms.ts";
import { looksRandom } from "./looks-random.ts";
import type { PatternHit } from "./secret-pattern.ts";

/** A value with the name it was given and what stands around them. */
interface Assignment {
  readonly name: string;
  /** The word before the name, lower case. */
  readonly before: string;
  /** The text before the name on its line, at most 160 characters. */
  readonly lead: string;
  /** Quotes, brackets and emphasis between the name and the operator. */
  readonly closing: string;
  readonly operator: string;
  /** No blank stands before the value. */
  readonly isTight: boolean;
  readonly value: string;
  readonly form: ValueForm;
  /** The value's line, cut at 160 characters on either side of the name. */
  readonly line: string;
}

const SERVICE = /\b(?:ssh|s?ftp|mysql|mariadb|postgres(?:ql)?|psql|redis|mongo(?:db)?)\b/i;
const ACCOUNT = /\b(?:user(?:name)?|usuario|login)\b/i;
const PASSWORD_WORD = /^(?:password|passwd|pwd|pass)$/i;
const ABBREVIATION = /^[A-Z][A-Z0-9_]*PW$/;
const UNDER_NAME = {
  before: "",
  lead: "",
  closing: '"',
  operator: ":",
  isTight: true,
  form: "quoted",
  line: "",
} as const;
/** The word before a name, and the part of the name before its word. */
const BEFORE_WORD = /(?:([A-Za-z]+) )?([\w.$-]*)$/;
const NAME_AROUND = 64;
const LINE_AROUND = 160;

/**
 * Some operators also have other uses, and need more: an element of XML, a call, a comparison, a row of a table, a list
 * of literals.
 */
const NEEDED: Readonly<Record<string, (assignment: Assignment) => boolean>> = {
  ">": ({ lead }) => /<(?:\w+:)?$/.test(lead),
  "(": ({ form, closing, name, value }) =>
    form === "quoted" && closing === "" && (isMachineMade(value) || (/pass/i.test(name) && isComplex(value))),
  "==": isCompared,
  "===": isCompared,
  "|": ({ lead }) => /^[ \t]*\|/.test(lead),
  ",": ({ form, lead, value, isTight }) =>
    isMachineMade(value) || (isTight && isShortToken(value)) || (form === "quoted" && /define\([ \t]*["']$/.test(lead)),
};

/**
 * The finding for `name operator value`, or undefined when the value is no secret.
 *
 * @param hit groups of the match: the word that speaks of a credential, the rest of its name, the closing signs, the
 *   operator
 */
export function judgeAssignment(hit: PatternHit): string | undefined {
  const assignment = assignmentOf(hit, hit.match as unknown as Groups);
  // After `://` stands a user, and what follows belongs to the address; an ARN is a path; `!PSK:!SRP` is a list of
  // ciphers.
  if (/:\/\/$|\barn:[\w:-]*$|:!$/.test(assignment.lead)) return undefined;
  return NEEDED[assignment.operator]?.(assignment) === false ? undefined : judge(assignment);
}

/** The finding for a value that stands under a name in structured data. */
export function judgeNamedValue(name: string, value: string): string | undefined {
  return judge({ name, value, ...UNDER_NAME });
}

type Groups = readonly [whole: string, word: string, tail: string, closing: string, operator: string];

function assignmentOf(hit: PatternHit, [whole, word, tail, closing, operator]: Groups): Assignment {
  const { index } = hit.match;
  const ahead = BEFORE_WORD.exec(hit.text.slice(Math.max(0, index - NAME_AROUND), index));
  const [, before = "", head = ""] = ahead ?? [];
  const line = lineAround(hit.text, index, hit.end);
  return {
    name: (head + word + tail).replace(/^[-.$]+/, ""),
    before: before.toLowerCase(),
    lead: line.lead.slice(0, line.lead.length - head.length),
    closing,
    operator,
    isTight: whole.endsWith(operator),
    value: hit.value,
    form: hit.quoted ? "quoted" : formOf(whole, operator),
    line: line.whole,
  };
}

function isCompared({ form, value }: Assignment): boolean {
  return form === "quoted" || isMachineMade(value);
}

function isMachineMade(value: string): boolean {
  return isDrawn(value) || UUID.test(value);
}

function isShortToken(value: string): boolean {
  return /^[\w.+/=~-]{10,}$/.test(value) && /\d/.test(value) && looksRandom(value);
}

function judge(assignment: Assignment): string | undefined {
  const { name, value, form } = assignment;
  if (isAbbreviated(assignment)) return "shell_abbr_password";
  if (value.length < SHORTEST_VALUE) return undefined;
  const kind = kindOf(assignment);
  if (kind === undefined || !isSecretValue({ kind, value, form, plain: isPlainName(name) })) return undefined;
  // `CompilerPass: Base` is a class.
  if (/.Pass$/.test(name) && !isComplex(value)) return undefined;
  return UUID.test(value) && kind !== "password" ? "keyed_uuid" : findingOf(assignment);
}

/** `MYPW=…`: nobody names anything else so, and even a short value counts. */
function isAbbreviated({ name, value }: Assignment): boolean {
  return ABBREVIATION.test(name) && value.length >= 3 && !isPlaceholder(value);
}

/** `pass` alone says too little, unless it is set off like a label or stands in a line about a server or a user. */
function kindOf({ name, before, closing, line }: Assignment): CredentialKind | undefined {
  if (/^pass$/i.test(name) && (/[*_`]/.test(closing) || SERVICE.test(line) || ACCOUNT.test(line))) return "password";
  return credentialKind(name, before);
}

function findingOf({ name, closing, form, line }: Assignment): string {
  if (/\*\*|__/.test(closing)) return "markdown_credential";
  if (closing.includes("`") && form === "quoted") return "inline_credential";
  if (PASSWORD_WORD.test(name)) return SERVICE.test(line) ? "connection_password" : "password_assignment";
  return isPlainName(name) ? "token_assignment" : "compound_credential";
}

function formOf(whole: string, operator: string): ValueForm {
  if (operator === "=" && /^[A-Z0-9_]+=$/.test(whole)) return "shell";
  return operator === ":" && /[ \t]$/.test(whole) ? "colon" : "code";
}

function lineAround(text: string, index: number, end: number): { readonly lead: string; readonly whole: string } {
  const from = Math.max(0, index - LINE_AROUND);
  const lead = text.slice(from, index);
  const start = lead.lastIndexOf("\n") + 1;
  const after = text.slice(index, end + LINE_AROUND);
  const stop = after.indexOf("\n");
  return { lead: lead.slice(start), whole: lead.slice(start) + (stop < 0 ? after : after.slice(0, stop)) };
}
