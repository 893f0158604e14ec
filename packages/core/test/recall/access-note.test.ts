import fc from "fast-check";
import { expect, test } from "vitest";

import { timestampOf } from "../../src/claims/time.ts";
import { accessNoteLine, readAccessNote } from "../../src/recall/access-note.ts";

const ID = "019b7c00-0000-7000-8000-0000000000aa";
const UID = "019b7c00-0000-7000-8000-000000000001";
const AT = "2026-01-02T03:04:05+00:00";
const LINE = { v: 1, op: "access", ts: AT, idempotency_key: ID, payload: { uids: [UID] } };

const read = (value: unknown) => readAccessNote(Buffer.from(typeof value === "string" ? value : JSON.stringify(value)));

test("a note is one line of JSON under the names of the format, and reads back as it was", () => {
  const line = accessNoteLine({ at: AT, uids: [UID, ID, UID] }, ID);

  expect(line).toBe(`${JSON.stringify({ ...LINE, payload: { uids: [UID, ID] } })}\n`);
  expect(read(line?.trimEnd())).toEqual({ at: AT, uids: [UID, ID] });
});

test("what is no uid never gets into a line, and without any uid there is none", () => {
  const words = ["the password is hunter2", "", `${UID}\n`, UID.toUpperCase(), `x${UID}`];

  expect(accessNoteLine({ at: AT, uids: words }, ID)).toBeUndefined();
  expect(accessNoteLine({ at: AT, uids: [...words, UID] }, ID)).toBe(`${JSON.stringify(LINE)}\n`);
});

test("any notes are read back from their lines", () => {
  const uid = fc.uuid();
  const note = fc.record({
    at: fc.integer({ min: 0, max: 4_102_444_800_000 }).map(timestampOf),
    uids: fc.uniqueArray(uid, { minLength: 1, maxLength: 1_000 }),
  });

  fc.assert(
    fc.property(note, (given) => {
      expect(read(accessNoteLine(given, ID)?.trimEnd())).toEqual(given);
    }),
  );
});

test("any other bytes are a fault and never throw", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => new Uint8Array(Buffer.from(text))),
  );

  fc.assert(
    fc.property(bytes, (given) => {
      expect(readAccessNote(given)).toEqual({ fault: expect.any(String) as string });
    }),
  );
});

const without = (field: keyof typeof LINE): object =>
  Object.fromEntries(Object.entries(LINE).filter(([name]) => name !== field));

test.each([
  ["is cut off", JSON.stringify(LINE).slice(0, -3), "the line is not valid JSON"],
  ["is empty", "", "the line is not valid JSON"],
  ["is no object", [LINE], /expected object/],
  ["is of a later version", { ...LINE, v: 2 }, /^v: /],
  ["is about another operation", { ...LINE, op: "ingest" }, /^op: /],
  ["has a field too many", { ...LINE, text: "x" }, /[Uu]nrecognized key.*text/],
  ["has a field too many in its payload", { ...LINE, payload: { uids: [UID], query: "x" } }, /^payload: .*query/],
  ["lacks its key", without("idempotency_key"), /^idempotency_key: /],
  ["has a key that is no uid", { ...LINE, idempotency_key: "x" }, "idempotency_key: is no uid"],
  ["has another form of time", { ...LINE, ts: "2026-01-02 03:04" }, "ts: is no time in stored form"],
  ["names no claim", { ...LINE, payload: { uids: [] } }, /^payload: uids: /],
  ["names a claim by its words", { ...LINE, payload: { uids: ["words"] } }, "payload: uids: 0: is no uid"],
  [
    "names more claims than an answer holds",
    { ...LINE, payload: { uids: Array(1_001).fill(UID) } },
    /^payload: uids: /,
  ],
  ["is too long", `${JSON.stringify(LINE)}${" ".repeat(1024 * 1024)}`, "the line is longer than 1 MiB"],
])("a line that %s says so", (_, value, fault) => {
  const found = read(value) as { readonly fault: string };

  expect(found.fault).toMatch(fault);
});

test("a line of bytes that are no text is a fault", () => {
  expect(readAccessNote(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ fault: "the line is not valid JSON" });
});
