/**
 * Values with the shape of secrets, made when the tests run so that no secret-shaped text stands in the repository.
 * The same call gives the same value.
 */

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";

export const ALNUM: string = UPPER + LOWER + DIGITS;
export const HEX: string = "0123456789abcdef";
export const BASE32: string = `${UPPER}234567`;
export const BASE64: string = `${ALNUM}+/`;
export const BASE64URL: string = `${ALNUM}-_`;

/** `length` characters of `alphabet`, without pattern, a letter first and a digit among them where there are any. */
export function drawn(length: number, alphabet: string = ALNUM, seed = 1): string {
  let state = (seed * 7919 + length * 104729) >>> 0;
  let text = "";
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    text += alphabet.charAt((state >>> 8) % alphabet.length);
  }
  return text;
}

export function uuid(seed = 1): string {
  return [8, 4, 4, 4, 12].map((length) => drawn(length, HEX, seed)).join("-");
}

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** A PEM block of this kind, its body made up. */
export function pemBlock(kind: string): string {
  const dashes = "-".repeat(5);
  const body = [1, 2, 3].map((line) => drawn(64, BASE64, line)).join("\n");
  return `${dashes}BEGIN ${kind}${dashes}\n${body}\n${dashes}END ${kind}${dashes}`;
}

export const githubToken = (seed = 1): string => `ghp_${drawn(36, ALNUM, seed)}`;
