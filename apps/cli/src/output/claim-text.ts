import type { Claim, ClaimLink, HistoryEntry, MemoryEvent, RecallAnnotation, RecallRow } from "@memorymaster/core";

import { cleanLine } from "./clean-text.ts";
import type { Paint } from "./paint.ts";

const flag = (on: boolean): string => (on ? "1" : "0");
const value = (text: string | undefined): string => (text === undefined ? "" : cleanLine(text));
const reference = (id: number | undefined): string => (id === undefined ? "" : String(id));

function headLine(claim: Claim, paint: Paint): string {
  const tuple = [claim.subject, claim.predicate, claim.objectValue].map(value).join(", ");
  const facts = [
    `conf=${claim.confidence.toFixed(3)}`,
    `pin=${flag(claim.pinned)}`,
    `type=${value(claim.claimType)}`,
    `tuple=(${tuple})`,
    `scope=${value(claim.scope)}`,
    `vol=${claim.volatility}`,
    `updated=${claim.updatedAt}`,
  ];
  return `[${claim.id}] ${paint.strong(claim.humanId)} ${claim.status} ${paint.faint(facts.join(" "))}`;
}

function linkLine(claim: Claim): string[] {
  if (claim.supersedesClaimId === undefined && claim.replacedByClaimId === undefined) return [];
  const supersedes = reference(claim.supersedesClaimId);
  return [`  links: supersedes=${supersedes} replaced_by=${reference(claim.replacedByClaimId)}`];
}

function citationLines(claim: Claim): string[] {
  return claim.citations.map((citation) => {
    const parts = [citation.source, citation.locator ?? "", citation.excerpt ?? ""].map(cleanLine);
    return `  - cite: ${parts.join(" | ")}`.replace(/(?: \| )+$/, "");
  });
}

/** A claim as lists show it: one line of facts, its text on one line, then pointers and citations. */
export function claimText(claim: Claim, paint: Paint, marks = ""): string {
  const text = `  text: ${cleanLine(claim.text)}${marks === "" ? "" : ` ${paint.notice(marks)}`}`;
  return [headLine(claim, paint), text, ...linkLine(claim), ...citationLines(claim)].join("\n");
}

const MARKS: readonly (readonly [keyof RecallAnnotation, string])[] = [
  ["unverified", "[unverified]"],
  ["stale", "[stale]"],
  ["conflicted", "[conflicted]"],
  ["correctionPending", "[correction pending]"],
];

/** A found claim with what speaks against trusting it, and the figures of its rank. */
export function recallRowText(row: RecallRow, paint: Paint): string {
  const { annotation } = row;
  const marks = MARKS.filter(([name]) => annotation[name] === true).map(([, mark]) => mark);
  const figures = [
    `score=${row.score.toFixed(3)}`,
    `lex=${row.lexicalScore.toFixed(3)}`,
    `conf=${row.confidenceScore.toFixed(3)}`,
    `fresh=${row.freshnessScore.toFixed(3)}`,
    `vec=${row.vectorScore.toFixed(3)}`,
    `active=${flag(annotation.active)}`,
    `stale=${flag(annotation.stale)}`,
    `conflicted=${flag(annotation.conflicted)}`,
    `pinned=${flag(annotation.pinned)}`,
    `unverified=${flag(annotation.unverified)}`,
  ];
  return `${claimText(row.claim, paint, marks.join(" "))}\n${paint.faint(`  retrieval: ${figures.join(" ")}`)}`;
}

/** An event on one line. */
export function eventText(event: MemoryEvent, paint: Paint): string {
  const change = event.toStatus === undefined ? "" : ` ${event.fromStatus ?? "new"} -> ${event.toStatus}`;
  const claim = event.claimId === undefined ? "" : ` claim=${event.claimId}`;
  const details = event.details === undefined ? "" : ` ${cleanLine(event.details)}`;
  const payload = event.payloadJson === undefined ? "" : ` ${paint.faint(cleanLine(event.payloadJson))}`;
  return `[${event.id}] ${event.createdAt} ${paint.strong(event.eventType)}${claim}${change}${details}${payload}`;
}

/** An event of a claim's history; the ids of one that happened in another store are those of that store. */
export function historyText({ event, origin }: HistoryEntry, paint: Paint): string {
  return `${origin === undefined ? "" : "elsewhere "}${eventText(event, paint)}`;
}

/** A link on one line, read from its source. */
export function linkText(link: ClaimLink): string {
  return `[${link.id}] ${link.sourceId} ${link.linkType} ${link.targetId} created=${link.createdAt}`;
}

/** Blocks under each other, closed by their number. */
export function listText(blocks: readonly string[]): string {
  return [...blocks, `rows=${blocks.length}`].join("\n");
}
