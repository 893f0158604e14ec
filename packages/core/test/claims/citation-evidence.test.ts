import { describe, expect, it } from "vitest";

import { citedFile, withEvidence } from "../../src/claims/citation-evidence.ts";
import { excerptHash } from "../../src/claims/excerpt-hash.ts";
import type { NewCitation } from "../../src/ports/claim-store.ts";

const BLOB = "b".repeat(40);
const HEAD = "c".repeat(40);
const FILE = citedFile({
  text: "# Ops\r\n\r\nThe API  listens\r\non port 7443  \r\n\r\n",
  gitBlob: BLOB,
  commitId: HEAD,
});
const asIs = (text: string): string => text;

function cite(fields: Partial<NewCitation>): NewCitation {
  return { source: "docs/ops.md", kind: "file", path: "docs/ops.md", ...fields };
}

describe("withEvidence", () => {
  it("takes hash, git objects and excerpt from the cited lines", () => {
    const citation = cite({ lineStart: 3, lineEnd: 5 });

    expect(withEvidence(citation, FILE, asIs)).toEqual({
      ...citation,
      gitBlob: BLOB,
      commitId: HEAD,
      excerpt: "The API  listens\non port 7443",
      excerptHash: excerptHash("The API  listens\non port 7443"),
      checkStatus: "ok",
    });
  });

  it("hashes the cited lines and keeps the excerpt that stands in them", () => {
    const citation = cite({ lineStart: 3, lineEnd: 4, excerpt: "API listens on port" });

    expect(withEvidence(citation, FILE, asIs)).toMatchObject({
      excerpt: "API listens on port",
      excerptHash: excerptHash("The API  listens\non port 7443"),
      checkStatus: "ok",
    });
  });

  it("hashes the excerpt when no lines are cited", () => {
    expect(withEvidence(cite({ excerpt: "on port 7443" }), FILE, asIs)).toMatchObject({
      excerptHash: excerptHash("on port 7443"),
      gitBlob: BLOB,
      checkStatus: "ok",
    });
  });

  it.each([
    ["lines beyond the end", { lineStart: 5, lineEnd: 6 }],
    ["a blank line", { lineStart: 2, lineEnd: 2 }],
    ["words that stand in other lines", { lineStart: 1, lineEnd: 1, excerpt: "on port 7443" }],
    ["words that the file does not hold", { excerpt: "on port 7444" }],
    ["another hash than the text has", { lineStart: 1, lineEnd: 1, excerptHash: "a".repeat(64) }],
  ])("stores a citation of %s as given", (_, fields) => {
    expect(withEvidence(cite(fields), FILE, asIs)).toEqual(cite(fields));
  });

  it("takes only the git objects when there are no words to look for", () => {
    expect(withEvidence(cite({}), FILE, asIs)).toEqual(cite({ gitBlob: BLOB, commitId: HEAD }));
  });

  it("keeps given git objects and adds none outside git", () => {
    const outside = citedFile({ text: "x", gitBlob: undefined, commitId: undefined });

    expect(withEvidence(cite({ gitBlob: "d".repeat(40) }), FILE, asIs)).toMatchObject({
      gitBlob: "d".repeat(40),
      commitId: HEAD,
    });
    expect(withEvidence(cite({}), outside, asIs)).toEqual(cite({}));
  });

  it("filters a taken excerpt, then cuts it to 4,000 code points", () => {
    const long = citedFile({ text: `secret${"😀".repeat(5_000)}`, gitBlob: undefined, commitId: undefined });

    const { excerpt } = withEvidence(cite({ lineStart: 1, lineEnd: 1 }), long, (text) => text.replace("secret", "[R]"));

    expect(excerpt).toBe(`[R]${"😀".repeat(3_997)}`);
  });
});
