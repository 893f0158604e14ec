import { createHash } from "node:crypto";

import { createMemory, humanIdBase } from "@memorymaster/core";
import type { DumpTable, ImportOptions, ImportResult, Store } from "@memorymaster/core";
import { expect, test } from "vitest";
import { claim, insertTexts } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

type Row = Record<string, unknown>;

/** The lines of an export with the rows of a table changed, and an end that fits. */
async function forged(store: Store, table: DumpTable, change: (row: Row) => Row): Promise<string> {
  const lines: string[] = [];
  for await (const line of createMemory({ store }).transfer.exportLines()) {
    const value = JSON.parse(line) as { table?: string; row: Row };
    lines.push(value.table === table ? `${JSON.stringify({ row: change(value.row), table })}\n` : line);
  }
  const kept = lines.slice(0, -1);
  const sha256 = createHash("sha256").update(kept.join("")).digest("hex");
  return `${kept.join("")}${JSON.stringify({ rows: kept.length - 1, sha256, table: "end" })}\n`;
}

async function* whole(file: string): AsyncGenerator<string, void, undefined> {
  yield file;
}

const imported = (store: Store, file: string, options?: ImportOptions): Promise<ImportResult> =>
  createMemory({ store }).transfer.importLines(whole(file), options);

const TEXTS = ["alpha one", "beta two", "gamma three", "delta four"];
const withColumns =
  (id: number, columns: Row) =>
  (row: Row): Row =>
    row["id"] === id ? { ...row, ...columns } : row;

test.each([
  ["a human id that is taken", { human_id: humanIdBase({ text: "alpha one", subject: undefined }) }, /claims_human_id/],
  ["a person who confirmed what is not confirmed", { confirmed_by: "ana" }, /CHECK constraint failed/],
  ["no owner though it is private", { visibility: "private", source_agent: "unknown" }, /CHECK constraint failed/],
])("a claim with %s is told with its line, and nothing stays", async (...[, columns, message]) => {
  await using from = await tempStore();
  await using to = await tempStore();
  await insertTexts(from.store, ...TEXTS);
  const file = await forged(from.store, "claims", withColumns(3, columns));

  const attempt = imported(to.store, file);

  await expect(attempt).rejects.toMatchObject({
    details: { line: 4, reason: expect.stringMatching(message) as unknown },
  });
  expect(await to.store.dump.count("claims")).toBe(0);
});

test("claims before one that the database refuses are kept when asked, and found", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  await insertTexts(from.store, ...TEXTS);
  const file = await forged(from.store, "claims", withColumns(3, { confirmed_by: "ana" }));

  const result = await imported(to.store, file, { partial: true });

  expect(result).toMatchObject({ inserted: { claims: 2, citations: 0 }, damage: { line: 4 } });
  expect(await to.store.upkeep.checkIndex(true)).toMatchObject({ checked: 2, missing: [], countsMatch: true });
});

test("a thousand claims, each with a secret, are told line by line, and stored without with redaction", async () => {
  await using from = await tempStore();
  await using refusing = await tempStore();
  await using to = await tempStore();
  const rows = Array.from({ length: 1_000 }, (_, at) => claim({ text: `Door ${at}`, humanId: `mm-0000~${at + 1}` }));
  await from.store.claims.insert(rows);
  const leaky = await forged(from.store, "claims", (row) => ({ ...row, text: "The door: password=hunter2x9" }));

  const { refused } = await imported(refusing.store, leaky);
  const { redacted } = await imported(to.store, leaky, { redact: true });

  expect(refused.map(({ line }) => line)).toEqual(rows.map((_, at) => at + 2));
  expect(await refusing.store.dump.count("claims")).toBe(0);
  expect(redacted).toHaveLength(1_000);
  expect(to.sql("select count(*) as n from claims where text like '%hunter2%'")).toEqual([{ n: 0 }]);
  expect(
    to.sql("select count(distinct idempotency_key) as n from claims where idempotency_key = content_hash"),
  ).toEqual([{ n: 1_000 }]);
  expect(await to.store.upkeep.checkIndex(true)).toMatchObject({ missing: [], changed: [], countsMatch: true });
});

test("a claim whose words were taken away stays as it is, out of the index", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  await insertTexts(from.store, ...TEXTS);
  await createMemory({ store: from.store }).claims.redact(2, { mode: "erase", actor: "ana" });
  const file = await forged(from.store, "claims", (row) => row);

  const result = await imported(to.store, file);

  expect(result).toMatchObject({ refused: [], redacted: [], inserted: { claims: 4 } });
  expect(await to.store.search.indexStats()).toEqual(await from.store.search.indexStats());
});
