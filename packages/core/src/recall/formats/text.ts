import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import { ageDays } from "./age-days.ts";
import { oneLine } from "../one-line.ts";
import type { Layout, ShownRow } from "./layout.ts";
import { namedRepeats, replacedOn, shownStart } from "./layout.ts";
import { shownCitations } from "./shown-citations.ts";

/** Lines of plain text. Every value stands in one line, so that no claim can look like two. */
export const textLayout: Layout = {
  head: ({ asOf }) => `# Relevant Memory Claims${asOf === undefined ? "" : ` as of ${asOf}`}\n`,
  tail: ({ included, considered, tokensUsed, tokenBudget }) =>
    `${included}/${considered} claims | ${tokensUsed}/${tokenBudget} tokens\n`,
  separator: "",
  block: (row, nowMs) =>
    [
      headline(row),
      `  (${facts(row, nowMs)})`,
      ...replacementLine(row),
      ...shownCitations(row.claim).map(citationLine),
      ...repeatsLine(row),
      "",
    ].join("\n"),
};

function headline({ claim, annotation, isCurrent }: ShownRow): string {
  const marks = [
    annotation.active ? "" : ` [${claim.status}]`,
    isCurrent === true ? " [current]" : "",
    isCurrent === false && claim.status !== "superseded" ? " [not current]" : "",
    annotation.pinned ? " [pinned]" : "",
    annotation.correctionPending ? " [correction pending]" : "",
  ];
  return `- ${oneLine(claim.text)}${marks.join("")}${triple(claim)}`;
}

function triple({ subject, predicate, objectValue }: Claim): string {
  const parts = [subject, predicate, objectValue];
  if (parts.every((part) => part === undefined)) return "";
  return `  [${parts.map((part) => (part === undefined ? "-" : oneLine(part))).join(" | ")}]`;
}

function facts({ claim, score }: ShownRow, nowMs: number): string {
  const pairs: readonly (readonly [string, string | number | undefined])[] = [
    ["id", claim.id],
    ["score", score.toFixed(3)],
    ["conf", claim.confidence.toFixed(2)],
    ["scope", oneLine(claim.scope)],
    ["vol", claim.volatility],
    ["updated", day(claim.updatedAt)],
    ["age_days", ageDays(claim, nowMs)],
    ["last_validated", day(claim.lastValidatedAt)],
    ["event_time", claim.eventTime],
    ["valid_from", shownStart(claim)],
    ["valid_until", claim.validUntil],
  ];
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(" ");
}

/** The date says enough, in a third of the tokens. */
function day(time: string | undefined): string | undefined {
  return time?.slice(0, 10);
}

function citationLine({ source, locator }: Citation): string {
  return `  cite: ${oneLine(source)}${locator === undefined ? "" : ` | ${oneLine(locator)}`}`;
}

function replacementLine({ replacement }: ShownRow): readonly string[] {
  if (replacement === undefined) return [];
  const { id, text, status } = replacement;
  const state = status === "confirmed" ? "" : ` [${status}]`;
  return [`  replaced by: ${oneLine(text)}${state} (id=${id} since=${replacedOn(replacement)})`];
}

function repeatsLine(row: ShownRow): readonly string[] {
  const count = row.repeats?.length ?? 0;
  if (count === 0) return [];
  const named = namedRepeats(row);
  const ids = named.map((id) => ` id=${id}`).join("");
  return [`  +${count} more nearly the same:${ids}${named.length < count ? " …" : ""}`];
}
