import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import { ageDays } from "./age-days.ts";
import type { Layout, ShownRow } from "./layout.ts";
import { namedRepeats, replacedOn, shownStart } from "./layout.ts";
import { shownCitations } from "./shown-citations.ts";

/** What XML 1.0 §2.2 forbids, and the control characters that it only discourages. */
const UNFIT = /[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const MARKUP = /[&<>]/g;
/** Also what a parser would turn into a plain blank inside an attribute (XML 1.0 §3.3.3). */
const ATTRIBUTE_MARKUP = /[&<>"\t\n\r]/g;

type Attribute = readonly [name: string, value: string | number | undefined];

/** One element for each claim. Attributes are few: each costs every claim of the block its tokens. */
export const xmlLayout: Layout = {
  head: ({ included, considered, tokensUsed, tokenBudget, asOf }) => {
    const meta: readonly Attribute[] = [
      ["claims_included", included],
      ["claims_considered", considered],
      ["tokens_used", tokensUsed],
      ["token_budget", tokenBudget],
      ["as_of", asOf],
    ];
    return `<memory-context>\n<meta${attributes(meta)}/>\n`;
  },
  tail: () => "</memory-context>\n",
  separator: "",
  block: (row, nowMs) =>
    `<claim${attributes(claimAttributes(row, nowMs))}><text>${escapeText(row.claim.text)}</text>` +
    `${triple(row.claim)}${replacedBy(row)}${citations(shownCitations(row.claim))}${repeats(row)}</claim>\n`,
};

function claimAttributes({ claim, score, annotation, isCurrent }: ShownRow, nowMs: number): readonly Attribute[] {
  return [
    ["id", claim.id],
    ["score", score.toFixed(3)],
    ["status", claim.status],
    ["current", isCurrent === undefined ? undefined : String(isCurrent)],
    ["pinned", annotation.pinned ? "true" : undefined],
    ["correction_pending", annotation.correctionPending ? "true" : undefined],
    ["confidence", Number(claim.confidence.toFixed(2))],
    ["scope", claim.scope],
    ["volatility", claim.volatility],
    ["updated", claim.updatedAt.slice(0, 10)],
    ["age_days", ageDays(claim, nowMs)],
    ["event_time", claim.eventTime],
    ["valid_from", shownStart(claim)],
    ["valid_until", claim.validUntil],
  ];
}

function replacedBy({ replacement }: ShownRow): string {
  if (replacement === undefined) return "";
  const { id, text, status } = replacement;
  const facts: readonly Attribute[] = [
    ["id", id],
    ["status", status],
    ["since", replacedOn(replacement)],
  ];
  return `<replaced-by${attributes(facts)}>${escapeText(text)}</replaced-by>`;
}

function repeats(row: ShownRow): string {
  const count = row.repeats?.length ?? 0;
  const facts: readonly Attribute[] = [
    ["count", count],
    ["ids", namedRepeats(row).join(" ")],
  ];
  return count === 0 ? "" : `<nearly-the-same${attributes(facts)}/>`;
}

function triple({ subject, predicate, objectValue }: Claim): string {
  const parts = attributes([
    ["subject", subject],
    ["predicate", predicate],
    ["object", objectValue],
  ]);
  return parts === "" ? "" : `<triple${parts}/>`;
}

function citations(cited: readonly Citation[]): string {
  if (cited.length === 0) return "";
  const elements = cited.map(({ source, locator }) => {
    return `<cite${attributes([
      ["source", source],
      ["locator", locator],
    ])}/>`;
  });
  return `<citations>${elements.join("")}</citations>`;
}

function attributes(pairs: readonly Attribute[]): string {
  return pairs
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escapeAttribute(String(value))}"`]))
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function entityOf(character: string): string {
  return ENTITIES[character] ?? `&#${character.charCodeAt(0)};`;
}

function escapeAttribute(value: string): string {
  return value.replace(UNFIT, "").replace(ATTRIBUTE_MARKUP, entityOf);
}

/** A bare carriage return would reach the reader as a line feed (XML 1.0 §2.11). */
function escapeText(value: string): string {
  return value.replace(UNFIT, "").replace(MARKUP, entityOf).replaceAll("\r", "&#13;");
}
