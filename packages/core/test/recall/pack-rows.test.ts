import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens } from "../../src/recall/count-tokens.ts";
import { jsonLayout } from "../../src/recall/formats/json.ts";
import type { Layout } from "../../src/recall/formats/layout.ts";
import { textLayout } from "../../src/recall/formats/text.ts";
import { xmlLayout } from "../../src/recall/formats/xml.ts";
import { packRows } from "../../src/recall/pack-rows.ts";
import type { RecallRow } from "../../src/recall/types.ts";
import { citationOf, rowOf } from "./builders.ts";
import { readXml } from "./read-xml.ts";

const NOW = Date.parse("2026-01-05T12:00:00Z");
const LAYOUTS: Readonly<Record<string, Layout>> = { text: textLayout, xml: xmlLayout, json: jsonLayout };

interface ShownMeta {
  readonly included: number;
  readonly considered: number;
  readonly used: number;
  readonly budget: number;
}

const numbers = (meta: Readonly<Record<string, unknown>>): ShownMeta => ({
  included: Number(meta["claims_included"]),
  considered: Number(meta["claims_considered"]),
  used: Number(meta["tokens_used"]),
  budget: Number(meta["token_budget"]),
});

/** What the frame says about itself, read back from the output. */
const SHOWN: Readonly<Record<string, (output: string) => ShownMeta>> = {
  text: (output) => {
    const [included = "", considered = "", used = "", budget = ""] = (output.trimEnd().split("\n").at(-1) ?? "").split(
      /\D+/,
    );
    return {
      included: Number(included),
      considered: Number(considered),
      used: Number(used),
      budget: Number(budget),
    };
  },
  xml: (output) => numbers(readXml(output).children[0]?.attributes ?? {}),
  json: (output) => numbers((JSON.parse(output) as { readonly meta: Readonly<Record<string, unknown>> }).meta),
};

const TOO_LARGE = rowOf({ text: "x".repeat(5_000) });

const anyText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 600 }),
);
const anyRow = fc
  .record({
    text: anyText,
    scope: anyText,
    subject: fc.option(anyText, { nil: undefined }),
    source: anyText,
    locator: fc.option(anyText, { nil: undefined }),
    citations: fc.nat(4),
    pinned: fc.boolean(),
    id: fc.integer({ min: 1, max: 2 ** 40 }),
  })
  .map(({ source, locator, citations, ...claim }) =>
    rowOf({ ...claim, citations: Array.from({ length: citations }, () => citationOf({ source, locator })) }),
  );

describe.each(Object.keys(LAYOUTS))("packRows as %s", (format) => {
  const layout = LAYOUTS[format] ?? textLayout;
  const pack = (rows: readonly RecallRow[], tokenBudget: number): ReturnType<typeof packRows> =>
    packRows(rows, { layout, tokenBudget, nowMs: NOW });

  it("never exceeds the budget, states exactly what it used, and leaves no room for a skipped row", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 14 }), fc.integer({ min: 45, max: 1_100 }), (anyRows, budget) => {
        const rows = anyRows.map((row, at) => ({ ...row, claim: { ...row.claim, text: `${at} ${row.claim.text}` } }));
        const { output, tokensUsed, rows: packed } = pack(rows, budget);

        expect(tokensUsed).toBe(countTokens(output));
        expect(tokensUsed).toBeLessThanOrEqual(budget);
        expect(SHOWN[format]?.(output)).toEqual({
          included: packed.length,
          considered: rows.length,
          used: tokensUsed,
          budget,
        });
        expect(rows.filter((row) => packed.includes(row))).toEqual(packed);
        for (const [index, row] of rows.entries()) {
          if (packed.includes(row)) continue;
          const before = packed.filter((other) => rows.indexOf(other) < index);
          // As many rows as before, so that the frame has the same counts in it.
          const rest = Array.from({ length: rows.length - before.length - 1 }, () => TOO_LARGE);
          expect(pack([...before, row, ...rest], budget).rows).not.toContain(row);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("states its size at every budget around a change of digits", () => {
    const rows = Array.from({ length: 30 }, (_, index) => rowOf({ id: index + 1, text: "x".repeat(index) }));

    for (let budget = 60; budget <= 1_060; budget += 1) {
      const { output, tokensUsed } = pack(rows, budget);
      expect([SHOWN[format]?.(output).used, countTokens(output) <= budget]).toEqual([tokensUsed, true]);
    }
  });

  it("skips a row that does not fit and takes a later one that does", () => {
    const rows = [rowOf({ id: 1 }), rowOf({ id: 2, text: "long ".repeat(400) }), rowOf({ id: 3, text: "Port 8443" })];

    expect(pack(rows, 250).rows.map(({ claim }) => claim.id)).toEqual([1, 3]);
  });

  it("shows rows that say nearly the same once, never over the budget, and leaves out none that says something else", () => {
    const texts = fc.array(fc.constantFrom("Port 7443", "The port 7443", "Port 8443", "No port 7443"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(texts, fc.integer({ min: 45, max: 900 }), (own, budget) => {
        const rows = own.map((text, at) => rowOf({ id: at + 1, text }));

        const { output, tokensUsed, rows: packed } = pack(rows, budget);

        const statements = packed.map(({ claim }) => claim.text.replace(/^The port/, "Port"));
        expect([countTokens(output), tokensUsed <= budget]).toEqual([tokensUsed, true]);
        expect(new Set(statements).size).toBe(statements.length);
        const all = new Set(own.map((text) => text.replace(/^The port/, "Port")));
        if (budget >= 400) expect(new Set(statements)).toEqual(all);
      }),
    );
  });

  it("gives the frame alone when no row fits, and refuses a budget that the frame exceeds", () => {
    const rows = [rowOf({ text: "long ".repeat(400) })];
    const minimum = pack(rows, 60).tokensUsed;

    expect(pack(rows, minimum)).toMatchObject({ tokensUsed: minimum, rows: [] });
    expect(() => pack(rows, minimum - 1)).toThrow(
      expect.objectContaining({ code: "input.invalid", details: { field: "token_budget", minimum } }),
    );
  });
});
