import { randomFillSync } from "node:crypto";

import type { Ids } from "../ports/ids.ts";

/** Random bytes are drawn from the system in blocks: one call per id would cost more than the id. */
const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

function randomHex(bytes: number): string {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const hex = pool.toString("hex", used, used + bytes);
  used += bytes;
  return hex;
}

/** UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds, then random bits around version and variant. */
function uuidV7(atMs: number): string {
  const time = Math.trunc(atMs).toString(16).padStart(12, "0");
  const random = randomHex(10);
  const variant = ((Number.parseInt(random[3] ?? "0", 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** Ids from the system's random source. */
export const randomIds: Ids = { uid: uuidV7, salt: () => randomHex(16) };
