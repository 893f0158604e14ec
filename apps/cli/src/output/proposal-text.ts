import { namespaceKey } from "@memorymaster/core";
import type { Claim, Proposal, ProposalReason } from "@memorymaster/core";

import { cleanLine } from "./clean-text.ts";
import type { Paint } from "./paint.ts";

/** Reasons in words; one that is not known here stands as it is. */
const REASONS: Readonly<Record<string, string>> = {
  explicit_supersession_intent: "whoever stored the new claim named the old one as wrong",
  correction_words: "the words of the new claim announce a correction",
  cross_identity_supersession: "they belong to different scopes or agents",
  near_twin: "the same words with another value",
  tuple_conflict: "the same subject and predicate with another object",
};

/** Details that say more than which two claims these are. */
const TELLING: ReadonlySet<string> = new Set(["cross_identity_supersession", "near_twin"]);

function reasonText({ code, detail }: ProposalReason): string {
  const words = REASONS[code];
  if (words === undefined) return cleanLine(`${code} ${detail}`);
  return TELLING.has(code) ? `${words}: ${cleanLine(detail)}` : words;
}

const SHOWN_CHARACTERS = 300;

function claimLine(name: string, id: number, claim: Claim | undefined): string {
  if (claim === undefined) return `  ${name} [${id}] (not shown here)`;
  const characters = [...cleanLine(claim.text)];
  const text = characters.slice(0, SHOWN_CHARACTERS).join("");
  const rest = characters.length > SHOWN_CHARACTERS ? " …" : "";
  return `  ${name} [${id}] ${claim.humanId} ${claim.status}: ${text}${rest}`;
}

/** What is asked, and what the two claims are to each other. */
function question({ kind, claimId, candidateClaimId }: Proposal): { asks: string; names: readonly [string, string] } {
  const other = candidateClaimId === undefined ? "another claim" : `claim ${candidateClaimId}`;
  switch (kind) {
    case "superseded_candidate":
      return { asks: `should ${other} replace claim ${claimId}?`, names: ["old", "new"] };
    case "conflicted":
      return { asks: `do claim ${claimId} and ${other} contradict each other?`, names: ["one", "other"] };
    case "stale":
      return { asks: `is claim ${claimId} out of date?`, names: ["claim", "because of"] };
  }
}

function fault({ kind, claim, candidate }: Proposal): readonly string[] {
  const isForeign = claim !== undefined && candidate !== undefined && namespaceKey(claim) !== namespaceKey(candidate);
  if (kind !== "superseded_candidate" || !isForeign) return [];
  return ["  note: a claim cannot replace one of another scope or owner: archive the old one, or reject"];
}

const command = (action: string, id: number): string =>
  `memorymaster resolve-proposal --action ${action} --proposal-event-id ${id}`;

function wayOn(proposal: Proposal): readonly string[] {
  const { eventId, status, resolution } = proposal;
  if (status === "pending") {
    return [
      ...fault(proposal),
      `  approve: ${command("approve", eventId)}`,
      `  reject:  ${command("reject", eventId)}`,
    ];
  }
  if (resolution === undefined) return [];
  const { actor, source, createdAt } = resolution;
  const by = cleanLine(actor ?? source ?? "unknown");
  return [`  ${status} by ${by} at ${createdAt}; take back: memorymaster undo ${resolution.eventId}`];
}

/** A proposal for a person: the question, the claims, the reasons, and the commands that answer it. */
export function proposalText(proposal: Proposal, paint: Paint): string {
  const { eventId, createdAt, status, claimId, candidateClaimId, claim, candidate, reasons } = proposal;
  const { asks, names } = question(proposal);
  return [
    `[${eventId}] ${paint.strong(asks)} ${paint.faint(`${status}, filed ${createdAt}`)}`,
    claimLine(names[0], claimId, claim),
    ...(candidateClaimId === undefined ? [] : [claimLine(names[1], candidateClaimId, candidate)]),
    ...reasons.map((reason) => `  why: ${reasonText(reason)}`),
    ...wayOn(proposal),
  ].join("\n");
}
