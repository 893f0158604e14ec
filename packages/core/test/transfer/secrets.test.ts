import { expect, test } from "vitest";

import { contentHash } from "../../src/claims/identity.ts";
import { createMemory } from "../../src/memory.ts";
import type { Store } from "../../src/ports/store.ts";
import { contentDigest } from "../../src/events/chain.ts";
import { createMemoryStore } from "../../src/testing/index.ts";
import { textSignature } from "../../src/text/signature.ts";
import { exported, forged, imported, resealed } from "./export-file.ts";
import { sampleStore } from "./sample-store.ts";

const TOKEN = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
const PASSWORD = "password=hunter2x9";

type Row = Record<string, unknown>;
const withText =
  (id: number, text: string) =>
  (row: Row): Row =>
    row["id"] === id ? { ...row, text } : row;

/** A file of another store, whose filter let words through that are refused today. */
async function leakyFile(): Promise<string> {
  const file = await exported(await sampleStore());
  return forged(forged(file, "claims", withText(2, `the key is ${TOKEN}`)), "citations", (row) => ({
    ...row,
    excerpt: row["id"] === 3 ? PASSWORD : row["excerpt"],
  }));
}

async function claimRow(store: Store, id: number): Promise<Row | undefined> {
  return (await store.dump.read("claims", undefined, 100)).find((row) => row["id"] === id);
}

test("every line with a secret is told, and nothing is written", async () => {
  const store = createMemoryStore();

  const result = await imported(store, await leakyFile());

  expect(result.refused).toEqual([
    { line: 5, code: "sensitive.content", field: "text", findings: ["github_token"] },
    { line: 9, code: "sensitive.content", field: "excerpt", findings: ["password_assignment"] },
  ]);
  expect(result).toMatchObject({ rows: 19, inserted: { claims: 0, events: 0 }, redacted: [], leftOut: [] });
  expect(await exported(store)).toBe(await exported(createMemoryStore()));
});

test("a refusal never repeats the secret", async () => {
  const result = await imported(createMemoryStore(), await leakyFile());

  expect(JSON.stringify(result)).not.toContain(TOKEN);
});

test("with redaction the words are stored without it, and what follows from them is made anew", async () => {
  const store = createMemoryStore();

  const result = await imported(store, await leakyFile(), { redact: true });

  const text = "the key is [REDACTED:github_token]";
  const hash = contentHash(text, "project:demo", undefined);
  const { nearHash, twinHash } = textSignature(text);
  expect(result).toMatchObject({
    refused: [],
    redacted: [
      { line: 5, findings: ["github_token"] },
      { line: 9, findings: ["password_assignment"] },
    ],
  });
  expect(await claimRow(store, 2)).toMatchObject({
    text,
    content_hash: hash,
    idempotency_key: hash,
    near_hash: nearHash,
    twin_hash: twinHash,
    supersedes_claim_id: 1,
  });
  expect(await exported(store)).not.toContain(TOKEN);
  expect(await createMemory({ store }).recall.query({ queryText: "key", scopes: ["project:demo"] })).toMatchObject({
    rows: [{ claim: { id: 2, text } }],
  });
});

test("claims that read the same without their secrets get keys of their own", async () => {
  const store = createMemoryStore();
  const file = await exported(await sampleStore());
  const other = `${TOKEN.slice(0, -1)}Z`;
  const leaky = forged(
    forged(file, "claims", withText(1, `the key is ${TOKEN}`)),
    "claims",
    withText(2, `the key is ${other}`),
  );
  const text = "the key is [REDACTED:github_token]";
  const hash = contentHash(text, "project:demo", undefined);
  const clash = forged(leaky, "claims", (row) =>
    row["id"] === 3 ? { ...row, text, content_hash: hash, idempotency_key: hash } : row,
  );

  await imported(store, clash, { redact: true });

  const rows = await store.dump.read("claims", undefined, 10);
  expect(rows.map((row) => [row["idempotency_key"], row["content_hash"]])).toEqual([
    [`${hash}~2`, `${hash}~2`],
    [`${hash}~3`, `${hash}~3`],
    [hash, hash],
  ]);
});

test("a key that a caller gave stays when the words change", async () => {
  const store = createMemoryStore();
  const leaky = forged(await leakyFile(), "claims", (row) => ({
    ...row,
    idempotency_key: `mine-${String(row["id"])}`,
  }));

  await imported(store, leaky, { redact: true });

  expect(await claimRow(store, 2)).toMatchObject({ idempotency_key: "mine-2" });
});

test.each([
  ["claims", "scope", `project:${TOKEN}`, 4],
  ["claims", "idempotency_key", TOKEN, 4],
  ["claims", "confirmed_by", TOKEN, 4],
  ["claims", "wiki_article", TOKEN, 4],
  ["citations", "source", "https://ana:Tr0ub4dor@git.example.com/x", 7],
  ["projects", "slug", TOKEN, 2],
  ["chain_anchor", "name", TOKEN, 12],
] as const)("%s.%s with a secret is refused with redaction too", async (...[table, column, value, line]) => {
  const store = createMemoryStore();
  const leaky = forged(await exported(await sampleStore()), table, (row) =>
    row["id"] === undefined || row["id"] === 1 ? { ...row, [column]: value } : row,
  );

  const { refused } = await imported(store, leaky, { redact: true });

  expect(refused).toMatchObject([{ line, code: "sensitive.metadata", field: column }]);
  expect(await store.dump.count("projects")).toBe(0);
});

test("a value is looked at together with what the predicate says it is", async () => {
  const leaky = forged(await exported(await sampleStore()), "claims", (row) =>
    row["id"] === 1 ? { ...row, subject: "db", predicate: "password", object_value: "x9Kq77aBz!" } : row,
  );
  const store = createMemoryStore();

  expect((await imported(createMemoryStore(), leaky)).refused).toMatchObject([{ line: 4, field: "object_value" }]);
  await imported(store, leaky, { redact: true });
  expect((await claimRow(store, 1))?.["object_value"]).toMatch(/^\[REDACTED:/);
});

/** A file of a program without the filter: its events are sealed over the secret. */
async function sealedFile(columns: Row): Promise<string> {
  return resealed(await exported(await sampleStore()), (row) => (row["id"] === 2 ? { ...row, ...columns } : row));
}

test.each([
  ["details", { details: TOKEN }, "sensitive.content"],
  ["payload_json", { payload_json: JSON.stringify({ note: TOKEN }) }, "sensitive.content"],
  ["payload_json", { payload_json: PASSWORD }, "sensitive.content"],
  ["payload", { payload_json: JSON.stringify({ [TOKEN]: 1 }) }, "sensitive.metadata"],
] as const)("an event with a secret in %s is refused with redaction too", async (field, columns, code) => {
  const store = createMemoryStore();

  const { refused } = await imported(store, await sealedFile(columns), { redact: true });

  expect(refused).toMatchObject([{ line: 14, code, field }]);
  expect(await store.dump.count("claims")).toBe(0);
});

test("the words of an event that hold a secret are refused, and left out with redaction", async () => {
  const store = createMemoryStore();
  const content = JSON.stringify({ words: TOKEN });
  const salt = "0".repeat(31).concat("1");
  const file = await exported(await sampleStore());
  const payload = JSON.stringify({ content_digest: contentDigest(salt, content) });
  const leaky = forged(
    resealed(file, (row) => (row["id"] === 6 ? { ...row, payload_json: payload } : row)),
    "event_contents",
    (row) => ({ ...row, content, salt }),
  );

  const refused = await imported(createMemoryStore(), leaky);
  const redacted = await imported(store, leaky, { redact: true });

  expect(refused.refused).toMatchObject([{ line: 20, code: "sensitive.content", field: "content" }]);
  expect(redacted).toMatchObject({
    inserted: { events: 7, event_contents: 0 },
    leftOut: [{ line: 20, reason: "the words of an event hold a secret (github_token)" }],
  });
  expect(await createMemory({ store }).events.verify()).toMatchObject({ events: 7, valid: true });
});
