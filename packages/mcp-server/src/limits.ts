import * as z from "zod";

/** Whole number within bounds: what is no whole number or too small becomes the least, what is too large the greatest. */
export function clamped(value: number, least: number, greatest: number): number {
  if (!Number.isInteger(value)) return value === Infinity ? greatest : least;
  return Math.min(greatest, Math.max(least, value));
}

/** A `limit` argument that is clamped, not refused; the answer carries it as used. */
export function limitArgument(usual: number, greatest: number): z.ZodDefault<z.ZodNumber> {
  return z.number().default(usual).describe(`1..${greatest}, clamped`);
}
