import { describe, expect, test } from "vitest";

import { contentHash, contentHashBase, humanIdBase, namespaceKey, suffixOf } from "../../src/claims/identity.ts";
import type { IdentityNamespace } from "../../src/claims/identity.ts";

describe("the content hash", () => {
  test.each([
    ["The API listens on port 8443.", "hash-bc3fde6ad2f2f7c4"],
    ["  the api LISTENS on port 8443.  ", "hash-bc3fde6ad2f2f7c4"],
    ["CI runs on Jenkins", "hash-f034d8694344250f"],
  ])("of %j in project:demo is %s", (text, hash) => {
    expect(contentHash(text, "project:demo", undefined)).toBe(hash);
  });

  test("depends on scope and tenant", () => {
    const hashes = [
      contentHash("CI runs on Jenkins", "project:demo", undefined),
      contentHash("CI runs on Jenkins", "project:other", undefined),
      contentHash("CI runs on Jenkins", "project:demo", "acme"),
    ];

    expect(new Set(hashes).size).toBe(3);
  });

  test("keeps its base when a later row carries a suffix", () => {
    expect([contentHashBase("hash-f034d8694344250f~2"), contentHashBase("hash-f034d8694344250f")]).toEqual([
      "hash-f034d8694344250f",
      "hash-f034d8694344250f",
    ]);
  });
});

describe("the human id", () => {
  test("comes from the text when there is no subject", () => {
    expect(humanIdBase({ subject: undefined, text: "The API listens on port 8443." })).toBe("mm-ff61");
  });

  test("comes from the subject when there is one, case kept, trimmed", () => {
    expect([
      humanIdBase({ subject: "payments api", text: "any" }),
      humanIdBase({ subject: "  payments api ", text: "other" }),
      humanIdBase({ subject: "Payments API", text: "any" }) === "mm-ca6b",
    ]).toEqual(["mm-ca6b", "mm-ca6b", false]);
  });

  test.each([
    ["mm-ff61", 1],
    ["mm-ff61~2", 2],
    ["mm-ff61~101", 101],
    ["mm-ff61.3", 1],
  ])("%s has the suffix %i", (humanId, suffix) => {
    expect(suffixOf(humanId)).toBe(suffix);
  });
});

describe("two claims share an identity namespace", () => {
  const base: IdentityNamespace = {
    tenantId: undefined,
    scope: "project:demo",
    visibility: "public",
    sourceAgent: "ana",
  };
  const shares = (a: Partial<IdentityNamespace>, b: Partial<IdentityNamespace>): boolean =>
    namespaceKey({ ...base, ...a }) === namespaceKey({ ...base, ...b });

  test("whoever wrote them, when both are public", () => {
    expect(shares({}, { sourceAgent: "luis" })).toBe(true);
  });

  test.each<[string, Partial<IdentityNamespace>, Partial<IdentityNamespace>]>([
    ["owners of private claims differ", { visibility: "private" }, { visibility: "private", sourceAgent: "luis" }],
    ["visibilities differ", {}, { visibility: "private" }],
    ["one is private, the other sensitive", { visibility: "private" }, { visibility: "sensitive" }],
    ["scopes differ", {}, { scope: "global" }],
    ["tenants differ", {}, { tenantId: "acme" }],
  ])("never when %s", (_why, a, b) => {
    expect(shares(a, b)).toBe(false);
  });

  test("when one owner has two private claims in a scope", () => {
    expect(shares({ visibility: "private" }, { visibility: "private" })).toBe(true);
  });
});
