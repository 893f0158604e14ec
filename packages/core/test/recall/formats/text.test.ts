import { describe, expect, it } from "vitest";
import { textLayout } from "../../../src/recall/formats/text.ts";
import { citationOf, claimOf, rowOf } from "../builders.ts";

const NOW = Date.parse("2026-01-05T12:00:00Z");

describe("textLayout", () => {
  it("writes a claim with its marks, tuple, facts and citations", () => {
    const row = rowOf(
      {
        id: 12,
        subject: "staging api",
        predicate: "listens_on",
        objectValue: "7443",
        pinned: true,
        lastValidatedAt: "2026-01-03T00:00:00+00:00",
        validUntil: "2026-06-01T00:00:00+00:00",
        citations: [citationOf(), citationOf({ id: 2, source: "commit:0f1e2d", locator: undefined })],
      },
      { score: 0.65521 },
    );
    const pending = { ...row, annotation: { ...row.annotation, correctionPending: true } };

    expect(textLayout.block(pending, NOW)).toBe(
      [
        "- The staging API listens on port 7443 [candidate] [pinned] [correction pending]  [staging api | listens_on | 7443]",
        "  (id=12 score=0.655 conf=0.50 scope=project:demo vol=medium updated=2026-01-02 age_days=2" +
          " last_validated=2026-01-03 valid_until=2026-06-01T00:00:00+00:00)",
        "  cite: docs/ops.md | L12",
        "  cite: commit:0f1e2d",
        "",
      ].join("\n"),
    );
  });

  it("leaves out what a claim lacks, and the state of a confirmed one", () => {
    expect(textLayout.block(rowOf({ status: "confirmed", subject: "api" }), NOW)).toBe(
      [
        "- The staging API listens on port 7443  [api | - | -]",
        "  (id=1 score=0.655 conf=0.50 scope=project:demo vol=medium updated=2026-01-02 age_days=3)",
        "",
      ].join("\n"),
    );
  });

  it("keeps every value in one line, whatever breaks lines in it", () => {
    const forged = "one\n- two\r\n# three\u2028four\u0085five\u0000\u001b[31m\tsix";
    const block = textLayout.block(
      rowOf({
        text: forged,
        subject: forged,
        scope: forged,
        citations: [citationOf({ source: forged, locator: forged })],
      }),
      NOW,
    );

    expect(block.split(/[\n\r\u0085\u2028\u2029\v\f]/u)).toHaveLength(4);
    expect(block).not.toMatch(/[^\P{Cc}\n]/u);
    expect(block).toContain("- one - two # three four five[31m six [candidate]");
  });

  it("shows three citations at most", () => {
    const citations = [1, 2, 3, 4].map((id) => citationOf({ id, source: `docs/${id}.md` }));

    expect(textLayout.block(rowOf({ citations }), NOW).match(/cite: docs\/\d/g)).toEqual([
      "cite: docs/1",
      "cite: docs/2",
      "cite: docs/3",
    ]);
  });

  it("names a superseded value as such, with what holds in its place", () => {
    const replacement = claimOf({ id: 20, text: "The staging API listens\non port 8443" });
    const superseded = rowOf({ status: "superseded", validUntil: "2026-01-03T00:00:00+00:00" });

    expect(textLayout.block({ ...superseded, isCurrent: false, replacement }, NOW)).toBe(
      [
        "- The staging API listens on port 7443 [superseded]",
        "  (id=1 score=0.655 conf=0.50 scope=project:demo vol=medium updated=2026-01-02 age_days=3" +
          " valid_from=2026-01-02T03:04:05+00:00 valid_until=2026-01-03T00:00:00+00:00)",
        "  replaced by: The staging API listens on port 8443 [candidate] (id=20 since=2026-01-02)",
        "",
      ].join("\n"),
    );
  });

  it("marks what still holds when the past is asked about, and what has ended", () => {
    const confirmed = rowOf({ status: "confirmed" });

    expect(textLayout.block({ ...confirmed, isCurrent: true }, NOW)).toContain("port 7443 [current]\n");
    expect(textLayout.block({ ...confirmed, isCurrent: false }, NOW)).toContain("port 7443 [not current]\n");
  });

  it("counts the claims that say nearly the same, and names the first five", () => {
    const row = { ...rowOf(), repeats: [2, 3, 4, 5, 6, 7] };

    expect(textLayout.block(row, NOW)).toContain("\n  +6 more nearly the same: id=2 id=3 id=4 id=5 id=6 …\n");
  });

  it("frames claims with a heading and a line of counts", () => {
    const facts = { included: 1, considered: 2, tokensUsed: 33, tokenBudget: 40 };

    expect([textLayout.head(facts), textLayout.tail(facts)]).toEqual([
      "# Relevant Memory Claims\n",
      "1/2 claims | 33/40 tokens\n",
    ]);
  });
});
