import { fold } from "./fold.ts";

/**
 * Words that turn a sentence around. `off`, `out`, `nada`, `poco`, `contra` and `nor` are here because analysis drops
 * them as stop words: without them "the flag is on" and "the flag is off" would count as one text.
 */
const NEGATIONS: ReadonlySet<string> = new Set(
  "not no never without off out nor nunca jamas sin ni nada poco contra".split(" "),
);
/** `don't`, `dont`, `cannot`: all the same as `not`. */
const CONTRACTED_NOT =
  /^(?:cannot|[a-z]+n't|(?:are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would)nt)$/;

const CALENDAR: ReadonlyMap<string, string> = new Map(
  [
    "january february march april may june july august september october november december",
    "monday tuesday wednesday thursday friday saturday sunday",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "lunes martes miercoles jueves viernes sabado domingo",
  ]
    .flatMap((names) => names.split(" "))
    .map((name) => [name, name]),
);
/**
 * Forms with another name behind them; these and two full names are common words unless they are written with a
 * capital.
 */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  `jan=january feb=february mar=march apr=april jun=june jul=july aug=august sep=september sept=september oct=october
  nov=november dec=december mon=monday tue=tuesday tues=tuesday wed=wednesday thu=thursday thur=thursday thurs=thursday
  fri=friday sat=saturday sun=sunday march=march may=may`
    .split(/\s+/)
    .map((pair): [string, string] => {
      const [short = "", full = ""] = pair.split("=");
      return [short, full];
    }),
);
const DAY_PLURAL = /^(?:[a-z]+days|sabados|domingos)$/;

/** A comparison, a unit or a currency beside a number is part of what it says. */
const NUMBER_SIGNS = /[<>]=?|[≤≥≠±+%‰€£¥°]/gu;
/** Signs that say something when they stand alone between spaces; bullets, dashes and arrows to the right do not. */
const STANDING_SIGNS: ReadonlySet<string> = new Set(
  "< > <= >= ≤ ≥ ≠ == === != !== ! ± && || <- ← ↔ % ‰ € £ ¥ °".split(" "),
);
const YES_MARK = /[✅✔✓☑]/u;
const NO_MARK = /[❌✘✗✖❎☒]/u;
const DIGIT = /\p{N}/u;
const CAPITAL = /^\p{Lu}/u;

export function hasDigit(text: string): boolean {
  return DIGIT.test(text);
}

/**
 * What a word changes about a statement without being its topic: itself when it has a digit, a month, a weekday, a
 * negation; `undefined` for any other word.
 * @param body a word or compound without the punctuation around it, apostrophes still in it.
 */
export function valueOfWord(body: string): string | undefined {
  const folded = fold(body);
  if (hasDigit(body)) return folded;
  if (NEGATIONS.has(folded)) return folded;
  if (CONTRACTED_NOT.test(folded)) return "not";
  return calendarName(folded, CAPITAL.test(body));
}

/** Values among the signs around a word: check and cross marks, and beside a number what they mean for it. */
export function valuesBesideWord(signs: string, besideNumber: boolean): readonly string[] {
  if (signs === "") return [];
  return besideNumber ? [...(signs.match(NUMBER_SIGNS) ?? []), ...marksIn(signs)] : marksIn(signs);
}

/** Values of a chunk without letters and digits. */
export function valuesOfSigns(chunk: string): readonly string[] {
  return STANDING_SIGNS.has(chunk) ? [chunk] : marksIn(chunk);
}

function marksIn(signs: string): readonly string[] {
  return [...(YES_MARK.test(signs) ? ["✓"] : []), ...(NO_MARK.test(signs) ? ["✗"] : [])];
}

function calendarName(folded: string, capital: boolean): string | undefined {
  if (SHORT_FORMS.has(folded)) return capital ? SHORT_FORMS.get(folded) : undefined;
  return CALENDAR.get(folded) ?? (DAY_PLURAL.test(folded) ? CALENDAR.get(folded.slice(0, -1)) : undefined);
}
