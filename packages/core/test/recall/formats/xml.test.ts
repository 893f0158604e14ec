import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { xmlLayout } from "../../../src/recall/formats/xml.ts";
import { citationOf, claimOf, rowOf } from "../builders.ts";
import { readXml } from "../read-xml.ts";

const NOW = Date.parse("2026-01-05T12:00:00Z");

describe("xmlLayout", () => {
  it("writes a claim with the attributes that matter, its tuple and its citations", () => {
    const row = rowOf({
      id: 12,
      subject: "staging api",
      objectValue: "7443",
      confidence: 0.5,
      citations: [citationOf(), citationOf({ id: 2, source: "cli", locator: undefined })],
    });

    expect(xmlLayout.block(row, NOW)).toBe(
      '<claim id="12" score="0.655" status="candidate" confidence="0.5" scope="project:demo" volatility="medium" updated="2026-01-02" age_days="3">' +
        "<text>The staging API listens on port 7443</text>" +
        '<triple subject="staging api" object="7443"/>' +
        '<citations><cite source="docs/ops.md" locator="L12"/><cite source="cli"/></citations></claim>\n',
    );
  });

  it("says when a claim is pinned, awaits a correction, or ends", () => {
    const row = rowOf({ pinned: true, validUntil: "2026-06-01T00:00:00+00:00" });
    const pending = { ...row, annotation: { ...row.annotation, correctionPending: true } };

    expect(readXml(xmlLayout.block(pending, NOW)).attributes).toMatchObject({
      pinned: "true",
      correction_pending: "true",
      valid_until: "2026-06-01T00:00:00+00:00",
    });
  });

  it("says what still holds, what has replaced a claim, and how many more say nearly the same", () => {
    const replacement = claimOf({ id: 20, text: "It is <8443> now", status: "confirmed" });
    const superseded = rowOf({ status: "superseded", replacedByClaimId: 20 });

    const block = xmlLayout.block({ ...superseded, isCurrent: false, replacement, repeats: [3, 4] }, NOW);

    const { attributes, children } = readXml(block);
    expect(attributes).toMatchObject({
      status: "superseded",
      current: "false",
      valid_from: "2026-01-02T03:04:05+00:00",
    });
    expect(children.find(({ name }) => name === "replaced-by")).toMatchObject({
      attributes: { id: "20", status: "confirmed", since: "2026-01-02" },
      text: "It is <8443> now",
    });
    expect(children.find(({ name }) => name === "nearly-the-same")?.attributes).toEqual({ count: "2", ids: "3 4" });
  });

  it("states the counts in the frame", () => {
    const facts = { included: 1, considered: 2, tokensUsed: 33, tokenBudget: 40 };

    expect(readXml(xmlLayout.head(facts) + xmlLayout.tail(facts))).toMatchObject({
      name: "memory-context",
      children: [
        {
          name: "meta",
          attributes: { claims_included: "1", claims_considered: "2", tokens_used: "33", token_budget: "40" },
        },
      ],
    });
  });

  it("gives back text and attributes of any Unicode, without the characters that XML cannot hold", () => {
    const legal = (text: string): string =>
      text.replace(/[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom(
          "<",
          ">",
          "&",
          '"',
          "'",
          "]",
          "\r",
          "\n",
          "\t",
          "\u0000",
          "\ufffe",
          "\ud800",
          "&amp;",
          "🚀",
        ),
      }),
    );
    fc.assert(
      fc.property(text, text, text, (claimText, scope, source) => {
        const row = rowOf({
          text: claimText,
          scope,
          subject: source,
          citations: [citationOf({ source, locator: scope })],
        });

        const claim = readXml(xmlLayout.block(row, NOW));

        const [shownText, triple, citations] = claim.children;
        expect(claim.attributes["scope"]).toBe(legal(scope));
        expect(shownText?.text).toBe(legal(claimText));
        expect(triple?.attributes).toEqual({ subject: legal(source) });
        expect(citations?.children[0]?.attributes).toEqual({ source: legal(source), locator: legal(scope) });
      }),
    );
  });
});
