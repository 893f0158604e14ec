import { InvalidInputError } from "../errors/errors.ts";
import { DUMP_TABLES } from "../ports/dump-store.ts";
import type { DumpTable } from "../ports/dump-store.ts";
import { damage } from "./damage.ts";
import { EXPORT_FORMAT, EXPORT_SCHEMA, EXPORT_VERSION } from "./line-format.ts";
import type { ExportHeader } from "./line-format.ts";

/** What other files begin with, and what to do about them. */
const OTHER_FILES: readonly (readonly [start: readonly number[], what: string])[] = [
  [[0x1f, 0x8b], "the file is compressed: unpack it first"],
  [[0x50, 0x4b, 0x03, 0x04], "the file is an archive: unpack it first"],
  [[...Buffer.from("SQLite format 3")], "the file is a database, not an export of one"],
  [[0xff, 0xfe], "the file is UTF-16, not UTF-8: a shell converted it; export with --output"],
  [[0xfe, 0xff], "the file is UTF-16, not UTF-8: a shell converted it; export with --output"],
  [[0xef, 0xbb, 0xbf], "the file begins with a byte order mark: a program changed it"],
];

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Names the file by its first bytes; every line says what follows for the whole. */
export function explainStart(bytes: Buffer): string | undefined {
  const other = OTHER_FILES.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (other !== undefined) return other[1];
  return bytes.subarray(-2).toString("latin1") === "\r\n"
    ? "the line ends are not those of an export: CR LF"
    : undefined;
}

function refuseNewer(found: unknown, known: number, what: "version" | "schema"): void {
  if (!isCount(found) || found < 1) throw damage(1, `the header has no ${what}`);
  if (found <= known) return;
  throw new InvalidInputError(
    "input.invalid",
    `The export has ${what} ${found}, and this program reads up to ${known}: update memorymaster`,
    { details: { field: what, found, known } },
  );
}

/** Tables that older exports do not have, by the first schema with them. */
const NEWER_TABLES: Readonly<Partial<Record<DumpTable, number>>> = { verbatim_memories: 31 };

function countsOf(value: unknown, schema: number): Record<DumpTable, number> {
  const lacking = Object.entries(NEWER_TABLES).filter(([, since]) => schema < since);
  const named = (typeof value === "object" ? value : null) ?? {};
  const counts = { ...Object.fromEntries(lacking.map(([table]) => [table, 0])), ...named };
  const given = Object.entries(counts);
  const isWhole = given.length === DUMP_TABLES.length && DUMP_TABLES.every((table) => table in counts);
  if (isWhole && given.every(([, count]) => isCount(count))) return counts as Record<DumpTable, number>;
  throw damage(1, "the header does not say how many rows each table has");
}

/**
 * Reads the first line of an export.
 *
 * @throws InvalidInputError `input.invalid` when it is none, or a newer version wrote it
 */
export function readHeader(value: unknown): ExportHeader {
  const header = (typeof value === "object" ? value : null) ?? {};
  const { format, version, schema, counts, head_hash: headHash } = header as Record<string, unknown>;
  if (format !== EXPORT_FORMAT) throw damage(1, "this is not the header of an export");
  refuseNewer(version, EXPORT_VERSION, "version");
  refuseNewer(schema, EXPORT_SCHEMA, "schema");
  if (Object.keys(header).length !== 5 || (headHash !== null && typeof headHash !== "string")) {
    throw damage(1, "the header has other fields than an export of this version");
  }
  return { counts: countsOf(counts, schema as number), headHash: headHash ?? undefined };
}
