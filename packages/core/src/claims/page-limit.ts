import { LIMITS } from "./limits.ts";

/** A page size as it is used: 1..1,000; what is no whole number counts as 1. */
export function pageLimit(limit: number): number {
  if (limit > LIMITS.listLimit) return LIMITS.listLimit;
  return Number.isInteger(limit) && limit > 0 ? limit : 1;
}
