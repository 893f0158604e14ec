const FIRST_DATE = "1970-01-01";

/** A day of the calendar since 1970, without time. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DATE) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  // Days that a month does not have roll over into the next one.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

const NUMBER = String.raw`(?:0|[1-9]\d*)`;
const PRERELEASE = String.raw`(?:${NUMBER}|\d*[A-Za-z-][\dA-Za-z-]*)`;
const BUILD = String.raw`[\dA-Za-z-]+`;
/** @see https://semver.org/spec/v2.0.0.html §9–10 */
const SEMVER = new RegExp(
  String.raw`^v?${NUMBER}(?:\.${NUMBER}){2}(?:-${PRERELEASE}(?:\.${PRERELEASE})*)?(?:\+${BUILD}(?:\.${BUILD})*)?$`,
);

export const isSemver = (text: string): boolean => SEMVER.test(text);

export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** Of the versions 1 to 8. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text);

/** 7 to 15 digits, perhaps in groups; @see E.164 */
export const isPhone = (text: string): boolean => /^\+?[1-9]\d{6,14}$/.test(text.replace(/[\s-]/g, ""));

/** Two letters. */
export const isCountryCode = (text: string): boolean => /^[a-z]{2}$/i.test(text);
