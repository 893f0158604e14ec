import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { findInWorkspace } from "../../src/scan/find-in-workspace.ts";
import { BINARY_SUFFIXES, SECRET_FILES, SKIPPED_FOLDERS } from "../../src/scan/limits.ts";
import { manyFiles, workspaceOf } from "./workspace-double.ts";

const outcomesOf = async (
  files: Record<string, string | undefined>,
  needles: readonly string[],
  signal?: AbortSignal,
) => Object.fromEntries(await findInWorkspace(workspaceOf(files), needles, signal));

describe("a search of the workspace", () => {
  it("finds a needle in any case, and at either end of a file", async () => {
    const found = await outcomesOf({ "a.md": "DB1.Example.com is 192.0.2.10" }, [
      "db1.example.com",
      "192.0.2.10",
      "DB1.EXAMPLE.COM",
      "192.0.2.11",
    ]);

    expect(found).toEqual({
      "db1.example.com": "found",
      "192.0.2.10": "found",
      "DB1.EXAMPLE.COM": "found",
      "192.0.2.11": "not_found",
    });
  });

  it("reads each file once, however many needles there are", async () => {
    const workspace = workspaceOf(manyFiles(20));

    await findInWorkspace(
      workspace,
      Array.from({ length: 500 }, (_, number) => `host-${number}.example.com`),
    );

    expect([...workspace.reads.values()]).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it("reads no more once everything is found, and nothing when nothing is looked for", async () => {
    const workspace = workspaceOf({ "a.md": "db1.example.com", ...manyFiles(20) });

    await findInWorkspace(workspace, ["db1.example.com"]);
    await findInWorkspace(workspace, ["abc", ""]);

    expect([...workspace.reads.keys()]).toEqual(["a.md"]);
  });

  it("takes a whole walk of 300 files without the needle for evidence, and a longer one not", async () => {
    const needles = ["db1.example.com", "nothing of note"];

    expect(await outcomesOf(manyFiles(300), needles)).toEqual({
      "db1.example.com": "not_found",
      "nothing of note": "found",
    });
    expect(await outcomesOf({ ...manyFiles(300), "z.md": "db1.example.com" }, needles)).toEqual({
      "db1.example.com": "incomplete",
      "nothing of note": "found",
    });
  });

  it("passes over files that are too large", async () => {
    expect(await outcomesOf({ "a.md": undefined, "b.md": "db1.example.com" }, ["db1.example.com"])).toEqual({
      "db1.example.com": "found",
    });
  });

  it("does not look for short needles, nor for what the sensitivity filter finds something in", async () => {
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

    expect(await outcomesOf({ "a.md": `${token} abc abcd` }, [token, "abc", "abcd"])).toEqual({ abcd: "found" });
  });

  it("gives no outcome when it was told to end", async () => {
    await expect(outcomesOf(manyFiles(3), ["db1.example.com"], AbortSignal.abort())).rejects.toThrow();
  });

  it("finds just what a plain search finds", async () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "B", "é", "İ", "\u{1f600}"), maxLength: 40 });
    const needle = fc.string({
      unit: fc.constantFrom("a", "b", "A", "é", "i̇", "\u{1f600}"),
      minLength: 4,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(letters, { maxLength: 5 }),
        fc.array(needle, { maxLength: 8 }),
        async (texts, needles) => {
          const files = Object.fromEntries(texts.map((text, number) => [`${number}.md`, text]));
          const outcomes = await findInWorkspace(workspaceOf(files), needles);
          for (const one of needles) {
            const isThere = texts.some((text) => text.toLowerCase().includes(one.toLowerCase()));
            expect(outcomes.get(one)).toBe(isThere ? "found" : "not_found");
          }
        },
      ),
    );
  });
});

describe("what no walk reads", () => {
  it.each([".env", ".env.local", "prod.env", "server.pem", "tls.key", "id_rsa", "id_ed25519.pub", ".netrc", ".npmrc"])(
    "holds keys or credentials: %s",
    (name) => {
      expect(SECRET_FILES.some((form) => form.test(name))).toBe(true);
    },
  );

  it.each(["credentials", "credentials.json", "secrets.yaml", ".secrets", "service-account.json", "cert.p12"])(
    "holds keys or credentials: %s",
    (name) => {
      expect(SECRET_FILES.some((form) => form.test(name))).toBe(true);
    },
  );

  it.each(["environment.ts", "keyboard.md", "secretary.md", "package.json", "credentialing.md", "id_table.sql"])(
    "is not %s",
    (name) => {
      expect(SECRET_FILES.some((form) => form.test(name))).toBe(false);
    },
  );

  it("is built, installed or binary", () => {
    expect(SKIPPED_FOLDERS).toContain("node_modules");
    expect(SKIPPED_FOLDERS.size).toBe(11);
    expect(BINARY_SUFFIXES).toHaveLength(20);
  });
});
