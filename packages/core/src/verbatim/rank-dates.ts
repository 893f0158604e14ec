import { fold } from "../text/fold.ts";

/** A stretch of time, in milliseconds since the epoch: from the first up to, not including, the second. */
export interface DateRange {
  readonly fromMs: number;
  readonly toMs: number;
}

type Unit = "day" | "week" | "month" | "year";
type Parts = Readonly<Record<string, string | undefined>>;

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** English beside Spanish, folded; the first one is month 0, day 0 (Sunday), number 1. */
const MONTHS = namesOf(`january|jan|enero february|feb|febrero march|mar|marzo april|apr|abril may|mayo june|jun|junio
  july|jul|julio august|aug|agosto september|sept|sep|septiembre october|oct|octubre november|nov|noviembre
  december|dec|diciembre`);
const WEEKDAYS = namesOf(`sunday|domingo monday|lunes tuesday|martes wednesday|miercoles thursday|jueves friday|viernes
  saturday|sabado`);
const NUMBERS = namesOf("one|a|an|un|una two|dos three|tres four|cuatro five|cinco six|seis seven|siete eight|ocho");
const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries({ day: "day dia", week: "week semana", month: "month mes mese", year: "year ano" }).flatMap(
    ([unit, words]) => words.split(" ").map((word) => [word, unit as Unit] as const),
  ),
);

/** `March` and `May` are names of months only where a capital, a number or `in` says so. */
const PLAIN_WORD = /(?<!\d\s|\b[iI]n\s)\b(?:march|may|mar)\b(?!,?\s\d)/g;

const MONTH = `(?<month>${[...MONTHS.keys()].join("|")})`;
const DAY = String.raw`(?<day>[0-3]?\d)(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;
const OF = String.raw`(?:,|\s+de|\s+del|\s+of)?\s+`;
const COUNT = String.raw`(?<count>\d{1,3}|${[...NUMBERS.keys()].join("|")})`;
const UNIT = `(?<unit>${[...UNITS.keys()].join("|")})s?`;
const WEEKDAY = `(?<weekday>${[...WEEKDAYS.keys()].join("|")})`;

/** Longest first: what one pattern has read is gone for the next. */
const PATTERNS: readonly (readonly [RegExp, (parts: Parts, nowMs: number) => DateRange | undefined])[] = [
  [pattern(String.raw`${YEAR}-(?<number>[01]\d)(?:-(?<day>[0-3]\d))?`), calendarDate],
  [pattern(`${DAY}${OF}${MONTH}(?:${OF}${YEAR})?`), calendarDate],
  [pattern(`${MONTH}\\s+${DAY}(?!\\d)(?:${OF}${YEAR})?`), calendarDate],
  [pattern(`${MONTH}(?:${OF}${YEAR})?`), calendarDate],
  [pattern(YEAR), calendarDate],
  [pattern(`${COUNT}\\s+${UNIT}\\s+ago`), unitsAgo],
  [pattern(`hace\\s+${COUNT}\\s+${UNIT}`), unitsAgo],
  [pattern(`(?:last|past|previous)\\s+${UNIT}`), unitsAgo],
  [pattern(`${UNIT}\\s+pasad[ao]`), unitsAgo],
  [pattern(`(?<none>this|esta|este)\\s+${UNIT}`), unitsAgo],
  [pattern("(?<count>yesterday|ayer)"), (_, nowMs) => unitsAgo({ unit: "day" }, nowMs)],
  [pattern("(?<none>today|hoy)"), (parts, nowMs) => unitsAgo({ ...parts, unit: "day" }, nowMs)],
  [pattern(`(?:(?:last|past|on|el|este)\\s+)${WEEKDAY}`), lastWeekday],
];

export interface DatedText {
  /** The times that the text names, in any order. */
  readonly dates: readonly DateRange[];
  /** What the text says beside them, folded. */
  readonly rest: string;
}

/** Reads the times that a text names; relative ones and dates without a year count back from `nowMs`. */
export function readDates(text: string, nowMs: number): DatedText {
  let rest = fold(text.replace(PLAIN_WORD, " "));
  const dates = PATTERNS.flatMap(([regex, read]) => {
    const found = [...rest.matchAll(regex)].map(({ groups = {} }) => read(groups, nowMs));
    rest = rest.replace(regex, " ");
    return found.filter((range) => range !== undefined);
  });
  return { dates, rest };
}

function calendarDate({ year, month, number, day }: Parts, nowMs: number): DateRange | undefined {
  const at = number === undefined ? MONTHS.get(month ?? "") : Number(number) - 1;
  const rangeOf = (fullYear: number): DateRange => {
    if (at === undefined) return { fromMs: Date.UTC(fullYear, 0), toMs: Date.UTC(fullYear + 1, 0) };
    if (day === undefined) return { fromMs: Date.UTC(fullYear, at), toMs: Date.UTC(fullYear, at + 1) };
    return { fromMs: Date.UTC(fullYear, at, Number(day)), toMs: Date.UTC(fullYear, at, Number(day) + 1) };
  };
  if (year !== undefined) return rangeOf(Number(year));
  const present = new Date(nowMs).getUTCFullYear();
  const latest = rangeOf(present);
  return latest.fromMs <= nowMs ? latest : rangeOf(present - 1);
}

/** A whole day, month or year that lies so many back; of weeks, the seven days around the day so far back. */
function unitsAgo({ unit: word, count, none }: Parts, nowMs: number): DateRange | undefined {
  const unit = UNITS.get(word ?? "");
  const back = none === undefined ? (NUMBERS.get(count ?? "one") ?? Number(count) - 1) + 1 : 0;
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (unit === "year") return { fromMs: Date.UTC(year - back, 0), toMs: Date.UTC(year - back + 1, 0) };
  if (unit === "month") return { fromMs: Date.UTC(year, month - back), toMs: Date.UTC(year, month - back + 1) };
  const [center, around] = unit === "week" ? [day - WEEK_DAYS * back, 3] : [day - back, 0];
  return { fromMs: Date.UTC(year, month, center - around), toMs: Date.UTC(year, month, center + around + 1) };
}

function lastWeekday({ weekday }: Parts, nowMs: number): DateRange | undefined {
  const wanted = WEEKDAYS.get(weekday ?? "") ?? 0;
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const back = (new Date(nowMs).getUTCDay() - wanted + WEEK_DAYS) % WEEK_DAYS || WEEK_DAYS;
  return { fromMs: today - back * DAY_MS, toMs: today - (back - 1) * DAY_MS };
}

function pattern(source: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}-])${source}(?!-?[\p{L}\p{N}])`, "gu");
}

function namesOf(lines: string): ReadonlyMap<string, number> {
  return new Map(lines.split(/\s+/).flatMap((names, at) => names.split("|").map((name) => [name, at] as const)));
}
