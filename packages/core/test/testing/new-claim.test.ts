import { expect, test } from "vitest";

import { isClean } from "../../src/security/clean.ts";
import { cleanCitation, cleanClaim, cleanEvent, newClaim } from "../../src/testing/index.ts";

test("a built claim has the keys that its own fields give", () => {
  expect(newClaim()).toMatchObject({
    humanId: "mm-ff61",
    contentHash: "hash-bc3fde6ad2f2f7c4",
    idempotencyKey: "hash-bc3fde6ad2f2f7c4",
  });
  expect(newClaim({ subject: "payments api", idempotencyKey: "mine" })).toMatchObject({
    humanId: "mm-ca6b",
    contentHash: "hash-bc3fde6ad2f2f7c4",
    idempotencyKey: "mine",
  });
});

test("two built claims share a uid exactly when text and owner are the same", () => {
  const uids = [newClaim(), newClaim(), newClaim({ text: "other" }), newClaim({ scope: "global" })].map(
    (claim) => claim.uid,
  );

  expect(uids[0]).toBe(uids[1]);
  expect(new Set(uids).size).toBe(3);
});

test("clean builders give what a store takes, and refuse a secret", () => {
  const secret = "ghp_" + "a1B2".repeat(9);
  const createdAt = "2026-01-02T03:04:05+00:00";

  expect([
    isClean(cleanClaim()),
    isClean(cleanCitation({ source: "docs/ops.md", kind: "file" })),
    isClean(cleanEvent({ eventType: "system", createdAt })),
  ]).toEqual([true, true, true]);
  expect(() => cleanClaim({ subject: secret })).toThrow(expect.objectContaining({ code: "sensitive.content" }));
  expect(() => cleanCitation({ source: secret, kind: "other" })).toThrow(
    expect.objectContaining({ code: "sensitive.metadata" }),
  );
});
