import { InvalidInputError } from "../errors/errors.ts";

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const TIME = String.raw`(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?`;
const OFFSET = String.raw`(Z|[+-]\d{2}(?::?\d{2})?)?`;
const ISO = new RegExp(`^${DATE}${TIME}${OFFSET}$`, "i");

/** Stored form of an instant: UTC, whole seconds (fractions cut off), explicit `+00:00`. */
export function timestampOf(epochMs: number): string {
  return `${new Date(Math.floor(epochMs / 1000) * 1000).toISOString().slice(0, 19)}+00:00`;
}

function offsetMs(offset: string | undefined): number | undefined {
  if (offset === undefined || offset.toUpperCase() === "Z") return 0;
  const digits = offset.slice(1).replace(":", "").padEnd(4, "0");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Midnight of a day in UTC, or `undefined` when the calendar has no such day. */
function midnightMs(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

/** Milliseconds into the day, or `undefined` when the clock shows no such time. */
function timeOfDayMs(hour: number, minute: number, second: number): number | undefined {
  return hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * 1000 : undefined;
}

/** Milliseconds since the epoch, or `undefined` when the text is no ISO-8601 date or names a day that does not exist. */
export function epochMsOf(text: string): number | undefined {
  const match = ISO.exec(text.trim());
  if (match === null) return undefined;
  const part = (group: number): number => Number(match[group] ?? 0);
  const midnight = midnightMs(part(1), part(2), part(3));
  const time = timeOfDayMs(part(4), part(5), part(6));
  const shift = offsetMs(match[7]);
  return midnight === undefined || time === undefined || shift === undefined ? undefined : midnight + time - shift;
}

/**
 * The stored form of a time given by a caller: any offset, `Z`, or none (= UTC); a date alone is its midnight.
 *
 * @throws InvalidInputError `input.invalid` naming the field
 */
export function normalizeTime(text: string, field: string): string {
  const epochMs = epochMsOf(text);
  const year = epochMs === undefined ? -1 : new Date(epochMs).getUTCFullYear();
  if (epochMs === undefined || year < 1 || year > 9999) {
    throw new InvalidInputError("input.invalid", `${field} is not a valid ISO-8601 time`, { details: { field } });
  }
  return timestampOf(epochMs);
}
