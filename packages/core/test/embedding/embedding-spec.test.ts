import { expect, test } from "vitest";

import { embeddingFingerprint, embeddingSpec } from "../../src/embedding/embedding-spec.ts";

const SPEC = embeddingSpec({ provider: "local", model: "Xenova/multilingual-e5-small", revision: "q8", dims: 384 });

test("the fingerprint is 16 hex digits of the canonical JSON, whatever the order of the fields", () => {
  const { fp, ...rest } = SPEC;
  const turned = Object.fromEntries(Object.entries(rest).reverse()) as typeof rest;

  expect(fp).toBe("f96b4d7617f3f8e9");
  expect(embeddingFingerprint(turned)).toBe(fp);
});

test.each([
  { provider: "gemini" },
  { model: "other" },
  { revision: "fp32" },
  { dims: 768 },
  { normalized: false },
  { inputFormat: 2 },
])("another %o is another fingerprint", (change) => {
  expect(embeddingFingerprint({ ...SPEC, ...change })).not.toBe(SPEC.fp);
});
