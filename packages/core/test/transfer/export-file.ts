import { createHash } from "node:crypto";

import type { Authority } from "../../src/access/authority.ts";
import { createMemory } from "../../src/memory.ts";
import { eventHash } from "../../src/events/chain.ts";
import type { MemoryEvent } from "../../src/events/event.ts";
import type { DumpRow, DumpTable } from "../../src/ports/dump-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { recordOf } from "../../src/transfer/row-record.ts";
import type { ImportOptions, ImportResult } from "../../src/transfer/types.ts";

/** The export of a store as one text. */
export async function exported(store: Store): Promise<string> {
  const lines: string[] = [];
  for await (const line of createMemory({ store }).transfer.exportLines()) lines.push(line);
  return lines.join("");
}

/** A file as a stream gives it. */
async function* pieces(file: string | Uint8Array, size = 1_000): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(file);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export function imported(
  store: Store,
  file: string | Uint8Array,
  options: ImportOptions & { readonly authority?: Authority } = {},
): Promise<ImportResult> {
  return createMemory({ store, authority: options.authority }).transfer.importLines(pieces(file), options);
}

/** Lines of a file, each with its line feed. */
export const linesOf = (file: string): string[] => file.match(/[^\n]*\n/g) ?? [];

type Row = Record<string, unknown>;

/** A file with the rows of a table changed, and an end that fits: what only somebody who knows the format makes. */
export function forged(file: string, table: DumpTable, change: (row: Row) => Row | undefined): string {
  const [header = "", ...rest] = linesOf(file);
  const rows = rest.slice(0, -1).flatMap((line) => {
    const value = JSON.parse(line) as { table: string; row: Row };
    const row = value.table === table ? change(value.row) : value.row;
    return row === undefined ? [] : [`${JSON.stringify({ row, table: value.table })}\n`];
  });
  return withEnd([header, ...rows]);
}

/** A file whose events were changed before they were sealed: hashes, head and end fit. */
export function resealed(file: string, change: (row: Row) => Row): string {
  let head: string | undefined;
  const events = forged(file, "events", (given) => {
    const event = recordOf("events", change(given) as DumpRow) as unknown as MemoryEvent;
    const sealed = { ...change(given), prev_event_hash: head ?? null, event_hash: eventHash(event, head) };
    head = sealed.event_hash;
    return sealed;
  });
  const anchored = forged(events, "chain_anchor", (row) => ({ ...row, head_hash: head }));
  const [header = "", ...rows] = linesOf(anchored).slice(0, -1);
  return withEnd([header.replace(/"head_hash":"[0-9a-f]*"/, `"head_hash":"${head ?? ""}"`), ...rows]);
}

/** Lines with an end that fits them. */
export function withEnd(lines: readonly string[]): string {
  const sha256 = createHash("sha256").update(lines.join("")).digest("hex");
  return `${lines.join("")}${JSON.stringify({ rows: lines.length - 1, sha256, table: "end" })}\n`;
}

/** Code, line and reason of what a promise rejects with; fails when it does not reject. */
export async function refusal(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    const { code, details } = error as { code: unknown; details: { line?: unknown; reason?: unknown } };
    return [code, details.line, details.reason];
  }
  throw new TypeError("nothing was thrown");
}
