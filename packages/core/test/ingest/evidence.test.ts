import { describe, expect, it } from "vitest";

import { excerptHash } from "../../src/claims/excerpt-hash.ts";
import type { EvidenceFile, EvidenceReader } from "../../src/ports/evidence-reader.ts";
import { openContext } from "../support/open-context.ts";
import { allEvents, ingest } from "./ingest-steps.ts";

const TOKEN = ["ghp", "_", "zQ9xW3kP7m".repeat(4)].join("");
const BLOB = "b".repeat(40);
const HEAD = "c".repeat(40);

interface CountingReader extends EvidenceReader {
  readonly reads: string[];
}

function workspace(files: Readonly<Record<string, string>>): CountingReader {
  const reads: string[] = [];
  return {
    reads,
    relativePath: (path) => (path.startsWith("/repo/") ? path.slice("/repo/".length) : undefined),
    read: async (path): Promise<EvidenceFile | undefined> => {
      reads.push(path);
      const text = files[path];
      return text === undefined ? undefined : { text, gitBlob: BLOB, commitId: HEAD };
    },
  };
}

const FILES = {
  "docs/ops.md": "# Ops\nThe staging API listens on 7443\n",
  "ci.env": `URL=https://ci\nTOKEN=${TOKEN}\n`,
};

describe("a citation of a file at hand", () => {
  it("gets what is needed to check it later", async () => {
    const context = openContext({ evidence: workspace(FILES) });

    const { claim } = await ingest(context, {
      text: "The staging API listens on port 7443",
      citations: [
        { source: "docs/ops.md", locator: "L2", excerpt: "listens on 7443" },
        { source: "/repo/docs/ops.md#L1" },
      ],
    });

    expect(claim.citations).toMatchObject([
      {
        kind: "file",
        path: "docs/ops.md",
        lineStart: 2,
        lineEnd: 2,
        excerpt: "listens on 7443",
        excerptHash: excerptHash("The staging API listens on 7443"),
        gitBlob: BLOB,
        commitId: HEAD,
        checkStatus: "ok",
      },
      {
        source: "/repo/docs/ops.md#L1",
        path: "docs/ops.md",
        lineStart: 1,
        excerpt: "# Ops",
        excerptHash: excerptHash("# Ops"),
      },
    ]);
  });

  it("is read once for all claims of a call", async () => {
    const evidence = workspace(FILES);
    const citations = [
      { source: "docs/ops.md", locator: "L1" },
      { source: "docs/ops.md", locator: "L2" },
      { source: "gone.md" },
    ];

    await ingest(openContext({ evidence }), { text: "x y", citations });

    expect(evidence.reads).toEqual(["docs/ops.md", "gone.md"]);
  });

  it("never lets a secret of the file in, and does not refuse the claim for it", async () => {
    const context = openContext({ evidence: workspace(FILES) });

    const { claim, redactions } = await ingest(context, {
      text: "CI has a config file",
      citations: [{ source: "ci.env", locator: "1-2" }],
    });

    expect(claim.citations[0]?.excerpt).toMatch(/^URL=https:\/\/ci\nTOKEN=\[REDACTED:[a-z_]+\]$/);
    expect(redactions).toContain("github_token");
    expect(JSON.stringify([claim, await allEvents(context)])).not.toContain(TOKEN.slice(4));
  });

  it("is stored as given when the file or the words are not there", async () => {
    const given = [
      { source: "gone.md", locator: "L1" },
      { source: "docs/ops.md", locator: "L99" },
      { source: "docs/ops.md", locator: "L2", excerpt: "listens on 9999" },
    ];
    const failing = { ...workspace({}), read: async () => Promise.reject(new RangeError("disk")) };

    const { claim } = await ingest(openContext({ evidence: workspace(FILES) }), { text: "x y", citations: given });
    const other = await ingest(openContext({ evidence: failing }), { text: "x y", citations: given.slice(0, 1) });

    expect(claim.citations.map(({ excerptHash: hash, gitBlob, checkStatus }) => [hash, gitBlob, checkStatus])).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
    expect(other.claim.citations).toMatchObject([{ kind: "file", path: "gone.md", lineStart: 1 }]);
  });
});
