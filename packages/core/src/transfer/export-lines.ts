import { createHash } from "node:crypto";

import { requireOperator } from "../access/require-operator.ts";
import type { MemoryContext } from "../memory-types.ts";
import { DUMP_TABLES } from "../ports/dump-store.ts";
import type { DumpReader, DumpRow, DumpTable } from "../ports/dump-store.ts";
import { endLine, headerLine, perTable, REFERENCES, rowLine } from "./line-format.ts";
import type { ExportHeader } from "./line-format.ts";
import type { ExportOptions, ExportResult } from "./types.ts";

const PAGE = 500;

async function readHeader(reader: DumpReader): Promise<ExportHeader> {
  const counts = perTable(() => 0);
  for (const table of DUMP_TABLES) counts[table] = await reader.count(table);
  return { counts, headHash: await reader.headHash() };
}

/** The rows with the uids of the claims that they name. */
async function withUids(reader: DumpReader, table: DumpTable, rows: readonly DumpRow[]): Promise<readonly DumpRow[]> {
  const references = Object.entries(REFERENCES[table]);
  if (references.length === 0) return rows;
  const named = rows.flatMap((row) => references.map(([, id]) => row[id]).filter((id) => typeof id === "number"));
  const uids = await reader.uidsOf([...new Set(named)]);
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(references.map(([uid, id]) => [uid, uids.get(row[id] as number) ?? null])),
  }));
}

/** Lines of all tables, a page at a time. */
async function* rowPages(reader: DumpReader): AsyncGenerator<readonly string[], void, undefined> {
  for (const table of DUMP_TABLES) {
    let after: DumpRow | undefined;
    do {
      const rows = await reader.read(table, after, PAGE);
      if (rows.length > 0) yield (await withUids(reader, table, rows)).map((row) => rowLine(table, row));
      after = rows.at(-1);
    } while (after !== undefined);
  }
}

/**
 * The whole store as lines, each with its line feed, of one state: what is written meanwhile is not in it. Memory does
 * not grow with the store.
 *
 * @throws ForbiddenError `access.denied` for anyone but the local operator
 */
export async function* exportLines(
  context: Pick<MemoryContext, "store" | "authority">,
  options: ExportOptions = {},
): AsyncGenerator<string, ExportResult, undefined> {
  requireOperator(context.authority, "export");
  const snapshot = await context.store.dump.snapshot();
  try {
    const header = await readHeader(snapshot);
    const total = Object.values(header.counts).reduce((sum, count) => sum + count, 0);
    const digest = createHash("sha256");
    const first = headerLine(header);
    digest.update(first);
    yield first;
    let done = 0;
    for await (const lines of rowPages(snapshot)) {
      for (const line of lines) digest.update(line);
      yield* lines;
      done += lines.length;
      options.onProgress?.(done, total);
    }
    const sha256 = digest.digest("hex");
    yield endLine(done, sha256);
    return { rows: done, tables: header.counts, sha256 };
  } finally {
    await snapshot.close();
  }
}
