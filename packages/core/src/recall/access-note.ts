import * as z from "zod";

import { LIMITS } from "../claims/limits.ts";
import { epochMsOf, timestampOf } from "../claims/time.ts";

/** Which claims one answer has handed out. */
export interface AccessNote {
  /** Stored form. */
  readonly at: string;
  /** Each once. */
  readonly uids: readonly string[];
}

const MAX_BYTES = 1024 * 1024;
const UID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const uid = z.string().regex(UID, "is no uid");
const time = z.string().refine((text) => timestampOf(epochMsOf(text) ?? 0) === text, "is no time in stored form");

/** A line holds ids and times alone: no word of a claim or question can get into it, whoever writes it. */
const LINE = z.strictObject({
  v: z.literal(1),
  op: z.literal("access"),
  ts: time,
  idempotency_key: uid,
  payload: z.strictObject({ uids: z.array(uid).min(1).max(LIMITS.listLimit) }),
});

/**
 * The note as a line with its line feed; `undefined` when nothing in it can be noted.
 *
 * @param id tells it from others; a uid
 */
export function accessNoteLine({ at, uids }: AccessNote, id: string): string | undefined {
  const payload = { uids: [...new Set(uids)].filter((one) => UID.test(one)) };
  if (payload.uids.length === 0) return undefined;
  return `${JSON.stringify({ v: 1, op: "access", ts: at, idempotency_key: id, payload })}\n`;
}

/** Reads a line without its line feed; `fault` says why it is no note. */
export function readAccessNote(line: Uint8Array): AccessNote | { readonly fault: string } {
  if (line.length > MAX_BYTES) return { fault: "the line is longer than 1 MiB" };
  try {
    const { ts, payload } = LINE.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line)));
    return { at: ts, uids: [...new Set(payload.uids)] };
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    return { fault: issue === undefined ? "the line is not valid JSON" : [...issue.path, issue.message].join(": ") };
  }
}
