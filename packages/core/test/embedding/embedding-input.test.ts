import { expect, test } from "vitest";

import { embeddingContentHash, embeddingInput } from "../../src/embedding/embedding-input.ts";

const CLAIM = { text: "The API listens on 7443", subject: "API", objectValue: "7443" };

test("a claim is embedded as subject, predicate, object value and text, empty parts left out", () => {
  expect(embeddingInput({ ...CLAIM, predicate: "port" })).toBe("API port 7443 The API listens on 7443");
  expect(embeddingInput({ ...CLAIM, predicate: " " })).toBe("API 7443 The API listens on 7443");
});

test("the input is cut at 8,000 characters and never inside one", () => {
  const input = embeddingInput({ text: "😀".repeat(9_000) });

  expect(input).toBe("😀".repeat(8_000));
});

test("the content hash is SHA-256 of the canonical JSON of the embedded fields", () => {
  expect(embeddingContentHash(CLAIM)).toBe("9f85c158db43f62fad84e232f91dae97f774e03f39848177b8878444d8010fbf");
});

test("the content hash changes with each embedded field and with nothing else", () => {
  const changed = [{ text: "x" }, { subject: "x" }, { predicate: "x" }, { objectValue: "x" }];
  const hashes = changed.map((change) => embeddingContentHash({ ...CLAIM, ...change }));

  expect(new Set([...hashes, embeddingContentHash(CLAIM)]).size).toBe(5);
  expect(embeddingContentHash({ ...CLAIM, status: "confirmed" } as typeof CLAIM)).toBe(embeddingContentHash(CLAIM));
});
