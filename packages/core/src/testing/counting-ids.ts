import type { Ids } from "../ports/ids.ts";

const hex = (value: number, digits: number): string => Math.trunc(value).toString(16).padStart(digits, "0");

/** Ids in the form of real ones (UUIDv7, 32 hex digits) that count from 1, so that runs repeat exactly. */
export function createCountingIds(): Ids {
  let uids = 0;
  let salts = 0;
  return {
    uid: (atMs) => {
      uids += 1;
      const time = hex(atMs, 12);
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${hex(uids, 12)}`;
    },
    salt: () => {
      salts += 1;
      return hex(salts, 32);
    },
  };
}
