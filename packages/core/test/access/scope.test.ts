import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canonicalScope, projectSlug } from "../../src/access/scope.ts";
import { sha256Hex } from "../../src/claims/identity.ts";

describe("the slug of a folder", () => {
  test.each([
    ["memorymaster - Copy", "memorymaster"],
    ["memorymaster - Copy - Copy", "memorymaster"],
    ["My App (1)", "my-app"],
    ["My App copy", "my-app"],
    ["My App copy 2", "my-app"],
    ["My App - Copy (2)", "my-app"],
    ["whatsappbot-final", "whatsappbot"],
    ["shop_copy2", "shop"],
    ["prod", "prod"],
    ["copy", "copy"],
    ["shop-staging", "shop"],
    ["shop-prod-final", "shop"],
    ["Año Nuevo", "a-o-nuevo"],
    ["An\u0303o Nuevo", "a-o-nuevo"],
    ["  ", "workspace"],
    ["- Copy", "workspace"],
    ["(1)", "workspace"],
    ["..hidden..", "hidden"],
    ["my_app-2", "my_app-2"],
  ])("%j is %s", (name, slug) => {
    expect(projectSlug(name)).toBe(slug);
  });

  test("of another script is its own, the same in every Unicode form", () => {
    const slugs = ["проект", "データ", "---"].map(projectSlug);

    expect(slugs).toEqual(
      ["проект", "データ", "---"].map((name) => `p-${sha256Hex(name.normalize("NFC")).slice(0, 8)}`),
    );
    expect(projectSlug("データ".normalize("NFD"))).toBe(projectSlug("データ"));
    expect(projectSlug("ПРОЕКТ - Copy")).toBe(projectSlug("проект"));
  });

  test("leaves room in a scope for a suffix", () => {
    expect(projectSlug("x".repeat(255))).toBe("x".repeat(180));
  });

  test("is a lower-case name of which the slug is itself", () => {
    const word = fc.constantFrom(
      "shop",
      "Copy",
      " - Copy",
      "_copy2",
      "(3)",
      "-prod",
      "-final",
      "-",
      ".",
      " ",
      "ñ",
      "日",
      "A",
    );
    const name = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.array(word, { maxLength: 8 }).map((w) => w.join("")),
    );

    fc.assert(
      fc.property(name, (folder) => {
        const slug = projectSlug(folder);
        expect(slug).toMatch(/^[a-z0-9_](?:[a-z0-9_-]{0,178}[a-z0-9])?$/);
        expect(projectSlug(slug)).toBe(slug);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a scope", () => {
  test.each([
    ["global", "global"],
    ["  user ", "user"],
    ["project", "project"],
    ["project:demo", "project:demo"],
    ["project:whatsappbot-final", "project:whatsappbot"],
    ["project:My App (1)", "project:my-app"],
    ["project:", "project:workspace"],
    ["project:demo:bed317dc", "project:demo:bed317dc"],
    ["project:My App:bed317dc", "project:my-app:bed317dc"],
    ["project:demo:BED317DC", "project:demo-bed317dc"],
    ["team:Core Team", "team:Core Team"],
    [`it's "100 %" odd`, `it's "100 %" odd`],
    ["Project:Demo", "Project:Demo"],
    ["équipe:été", "équipe:été"],
  ])("%j is stored and asked for as %j", (given, stored) => {
    expect(canonicalScope(given)).toBe(stored);
  });

  test.each([
    ["", "input.missing"],
    [" \t ", "input.missing"],
    ["x".repeat(201), "input.too_long"],
    ["a\u0000b", "input.unstorable"],
    ["a\ud800", "input.unstorable"],
    ["a\nb", "input.invalid"],
    ["a\u001fb", "input.unstorable"],
    ["a\u0085b", "input.invalid"],
  ])("%j is refused with %s", (given, code) => {
    expect(() => canonicalScope(given)).toThrow(expect.objectContaining({ code, details: { field: "scope" } }));
  });

  test("counts its length in code points", () => {
    expect(canonicalScope("😀".repeat(200))).toBe("😀".repeat(200));
  });

  test("in canonical form stays as it is", () => {
    const scope = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.string({ unit: "grapheme", maxLength: 60 }).map((name) => `project:${name}`),
      fc
        .tuple(fc.string({ maxLength: 40 }), fc.nat(0xffffffff))
        .map(([n, h]) => `project:${n}:${h.toString(16).padStart(8, "0")}`),
    );

    fc.assert(
      fc.property(scope, (given) => {
        let once: string;
        try {
          once = canonicalScope(given);
        } catch {
          return;
        }
        expect(canonicalScope(once)).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });
});

test("a comma is refused, since it separates scopes wherever several are asked for", () => {
  expect(() => canonicalScope("a,b")).toThrow(
    expect.objectContaining({ code: "input.invalid", details: { field: "scope" } }),
  );
});
