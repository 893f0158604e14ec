import { beforeAll, expect, test } from "vitest";

import type { DumpTable } from "../../src/ports/dump-store.ts";
import { createMemoryStore } from "../../src/testing/index.ts";
import { exported, forged, imported, linesOf, refusal, withEnd } from "./export-file.ts";
import { sampleStore } from "./sample-store.ts";

let file = "";
beforeAll(async () => {
  file = await exported(await sampleStore());
});

async function expectRefusal(changed: string, line: number, reason: string): Promise<void> {
  const store = createMemoryStore();

  expect(await refusal(imported(store, changed))).toEqual(["input.invalid", line, reason]);
  expect(await store.dump.count("claims")).toBe(0);
}

type Change = readonly [table: DumpTable, id: number, columns: Record<string, unknown>, line: number, reason: string];

const POINTER = "replaced_by_claim_id";
const LONG = "x".repeat(10_001);

/* prettier-ignore */
const COLUMNS: readonly Change[] = [
  ["claims", 1, { mood: "x" }, 4, "mood is not a known column"],
  ["claims", 1, { "pass word=hunter2x9": 1 }, 4, "(a key) is not a known column"],
  ["claims", 1, { text: undefined }, 4, "the column text is missing"],
  ["claims", 2, { text: null }, 5, "text is missing"],
  ["claims", 2, { text: 5 }, 5, "text is not a text"],
  ["claims", 2, { text: LONG }, 5, "text is longer than 10000 characters"],
  ["claims", 2, { text: "\ud800" }, 5, "text holds a character that cannot be stored"],
  ["claims", 2, { text: "a\u0000b" }, 5, "text holds a character that cannot be stored"],
  ["claims", 3, { status: "ok" }, 6, "status is none of the known words"],
  ["claims", 3, { updated_at: "2026-01-02T03:04:05Z" }, 6, "updated_at is not a time as it is stored"],
  ["claims", 3, { updated_at: "2026-02-30T03:04:05+00:00" }, 6, "updated_at is not a time as it is stored"],
  ["claims", 3, { confidence: 1.5 }, 6, "confidence is not a number from 0 to 1"],
  ["claims", 3, { near_hash: "a secret" }, 6, "near_hash has not the right form"],
  ["claims", 3, { pinned: 1 }, 6, "pinned is neither true nor false"],
  ["claims", 3, { version: 0 }, 6, "version is not a whole number from 1"],
  ["claims", 1, { replaced_by_uid: 5 }, 4, "replaced_by_uid is no uid"],
  ["claims", 1, { [POINTER]: 3 }, 4, `${POINTER} and its uid name two different claims`],
  ["claims", 1, { [POINTER]: 9 }, 4, `${POINTER} names a claim that is not in the file`],
  ["claims", 1, { replaced_by_uid: null }, 4, `${POINTER} and its uid do not agree`],
  ["citations", 1, { claim_id: 2 }, 7, "claim_id and its uid name two different claims"],
  ["citations", 1, { line_start: 1.5 }, 7, "line_start is not a whole number from 1"],
  ["claim_links", 1, { target_id: 99 }, 11, "target_id names a claim that is not in the file"],
  ["events", 2, { details: "changed" }, 14, "the chain of events is broken here (event_hash_mismatch)"],
  ["events", 2, { run_id: "x" }, 14, "the chain of events is broken here (copied_column_mismatch)"],
  ["events", 2, { hash_algo: "md5" }, 14, "hash_algo is none of the known words"],
];

test.each(COLUMNS)(
  "a row of %s (id %i) with %j is refused at its line",
  async (...[table, id, columns, line, reason]) => {
    await expectRefusal(
      forged(file, table, (row) => (row["id"] === id ? { ...row, ...columns } : row)),
      line,
      reason,
    );
  },
);

test("words that are not those of their event are refused at their line", async () => {
  const reason = "these are not the words that the event was sealed with";

  await expectRefusal(
    forged(file, "event_contents", (row) => ({ ...row, content: "{}" })),
    20,
    reason,
  );
  await expectRefusal(
    forged(file, "event_contents", (row) => ({ ...row, event_id: 5 })),
    20,
    reason,
  );
});

test.each([
  ["events", 2, 14, "the chain of events is broken here (broken_prev_link)"],
  ["claims", 3, 6, "2 rows of claims stand before it, not 3"],
  ["citations", 4, 10, "3 rows of citations stand before it, not 4"],
] as const)("a row of %s that was taken out shows at the line behind it", async (...[table, id, line, reason]) => {
  await expectRefusal(
    forged(file, table, (row) => (row["id"] === id ? undefined : row)),
    line,
    reason,
  );
});

/** The file with its lines changed, its end made to fit. */
function relined(change: (lines: string[]) => readonly string[]): string {
  return withEnd(change(linesOf(file).slice(0, -1)));
}

test.each([
  ["5", "the line names no known table"],
  ["null", "the line names no known table"],
  ['{"text":"a claim"}', "the line names no known table"],
  ['{"row":{},"table":"claims","x":1}', "the line has other fields than a row"],
  ['{"row":[],"table":"claims"}', "the row is not a JSON object"],
  ["ghp_", "the line is not valid JSON"],
])("the line %s is refused", async (line, reason) => {
  await expectRefusal(
    relined((lines) => lines.toSpliced(4, 0, `${line}\n`)),
    5,
    reason,
  );
});

test("rows and tables in another order are refused", async () => {
  await expectRefusal(
    relined((lines) => [...lines.slice(0, 6), lines[7] ?? "", lines[6] ?? "", ...lines.slice(8)]),
    8,
    "the row is not in its place: rows are repeated or moved",
  );
  await expectRefusal(
    relined((lines) => [...lines.slice(0, 6), lines[10] ?? "", ...lines.slice(6, 10), ...lines.slice(11)]),
    7,
    "0 rows of citations stand before it, not 4",
  );
  await expectRefusal(
    relined((lines) => [...lines, lines[1] ?? ""]),
    21,
    "a row of projects stands behind those of event_contents",
  );
});

test("a header that names another newest event is refused at the end", async () => {
  await expectRefusal(
    relined(([header = "", ...rows]) => [header.replace(/"head_hash":"../, '"head_hash":"zz'), ...rows]),
    21,
    "the newest event is not the one that the header names",
  );
});

test("a row more than the header says is refused", async () => {
  await expectRefusal(
    relined((lines) => [(lines[0] ?? "").replace('"claims":3', '"claims":2'), ...lines.slice(1)]),
    6,
    "there are more rows of claims than the header says",
  );
});

test("rows that a store refuses are told with their line, and nothing stays", async () => {
  const taken = forged(file, "claims", (row) => (row["id"] === 3 ? { ...row, human_id: "mm-a108" } : row));
  const elsewhere = forged(file, "claims", (row) => (row["id"] === 2 ? { ...row, scope: "project:other" } : row));

  await expectRefusal(taken, 6, "Another claim has the same human_id");
  await expectRefusal(elsewhere, 5, "The database refused the write: supersession_boundary");
});

test("the order of keys and blanks between them do not matter", async () => {
  const store = createMemoryStore();
  const loose = relined((lines) => lines.map((line) => ` ${JSON.stringify(JSON.parse(line))} \n`));

  await imported(store, loose);

  expect(await exported(store)).toBe(file);
});
