import { RECOVERY_WORDS } from "../recovery-words.ts";
import { TRAITS } from "../secret-pattern.ts";
import type { PatternHit, SecretPattern } from "../secret-pattern.ts";
import { STOP_WORDS } from "../../text/stop-words.ts";

/**
 * Leading digits of the card networks: Visa, Mastercard, American Express, Discover, JCB, Diners, UnionPay, Maestro,
 * Mir.
 */
const ISSUERS =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12,15}|35(?:2[89]|[3-8]\d)\d{12,15}|3(?:0[0-5]|[68]\d|9\d)\d{11,16}|62\d{14,17}|(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}|220[0-4]\d{12,15})$/;
const PHRASE = "[a-z]{3,8}(?: [a-z]{3,8}){11,23}";

/** Card numbers, and the words from which a wallet can be rebuilt. */
export const NUMBER_AND_PHRASE_PATTERNS: readonly SecretPattern[] = [
  cardPattern("\\d{13,19}"),
  cardPattern("\\d{4}[ -]\\d{4}[ -]\\d{4}[ -]\\d{4}(?![ -]?\\d{4})"),
  cardPattern("\\d{4}[ -]\\d{4}[ -]\\d{4}[ -]\\d{4}[ -]\\d{3}"),
  cardPattern("\\d{4}[ -]\\d{6}[ -]\\d{4,5}"),
  {
    finding: "seed_phrase",
    hints: ["seed", "mnemonic", "recovery phrase"],
    regex: new RegExp(`\\b(?:seed|mnemonic|recovery phrase)[^\\n]{0,20}?(?<![A-Za-z])(${PHRASE})(?![A-Za-z])`, "dgi"),
    group: 1,
    judge: ({ value }) =>
      value === value.toLowerCase() && value.split(" ").filter((word) => STOP_WORDS.has(word)).length <= 2
        ? "seed_phrase"
        : undefined,
  },
  {
    finding: "seed_phrase",
    hints: [],
    traits: TRAITS.words,
    regex: new RegExp(`(?<![A-Za-z] ?)(${PHRASE})(?! ?[a-z])`, "dg"),
    group: 1,
    judge: ({ value }) => (value.split(" ").every((word) => RECOVERY_WORDS.has(word)) ? "seed_phrase" : undefined),
  },
];

function cardPattern(source: string): SecretPattern {
  return {
    finding: "card_number_pan",
    hints: [],
    traits: TRAITS.digits,
    regex: new RegExp(`(?<![\\w.])${source}(?![\\w]|\\.\\d)`, "g"),
    judge: judgeCard,
  };
}

function judgeCard({ value }: PatternHit): string | undefined {
  const digits = value.replace(/[ -]/g, "");
  return ISSUERS.test(digits) && passesLuhn(digits) ? "card_number_pan" : undefined;
}

/** The check digit of ISO/IEC 7812-1. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    sum += at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}
