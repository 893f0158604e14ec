import { comparableLines } from "@memorymaster/core";
import type { CitationKind, Claim } from "@memorymaster/core";
import type { Job, WorkspaceReader } from "../types.ts";
import { checkCitation } from "./check-citation.ts";
import type { Finding, Sources } from "./types.ts";

/** A claim with what was found of its evidence. */
export interface CheckedClaim {
  readonly claim: Claim;
  readonly findings: readonly Finding[];
  /** Citations that name nothing at hand: noted as looked at, so that others have their turn. */
  readonly passedOver: readonly Finding[];
}

/** Files whose lines are kept for the claims that come next. */
const KEPT_FILES = 64;
/** Claims between two signs of life. */
const BEAT_EVERY = 200;

/** Reads each file once for claims that follow one another. */
export function linesReader(workspace: WorkspaceReader): Sources["linesOf"] {
  const files = new Map<string, Promise<readonly string[] | undefined>>();
  return (path) => {
    const known = files.get(path);
    if (known !== undefined) return known;
    if (files.size === KEPT_FILES) files.clear();
    const lines = workspace.readText(path).then((text) => (text === undefined ? undefined : comparableLines(text)));
    files.set(path, lines);
    return lines;
  };
}

async function checkClaim(claim: Claim, sources: Sources, kinds: readonly CitationKind[]): Promise<CheckedClaim> {
  const findings: Finding[] = [];
  const passedOver: Finding[] = [];
  for (const citation of claim.citations) {
    const verdict = await checkCitation(claim, citation, sources);
    if (verdict !== undefined) findings.push({ ...verdict, citation });
    else if (kinds.includes(citation.kind)) passedOver.push({ outcome: "unknown", citation });
  }
  return { claim, findings, passedOver };
}

/** Looks at the evidence of claims; writes nothing, holds no transaction. */
export async function checkClaims(
  { context: { signal }, beat }: Job,
  claims: readonly Claim[],
  { kinds, ...sources }: Sources & { readonly kinds: readonly CitationKind[] },
): Promise<readonly CheckedClaim[]> {
  const checked: CheckedClaim[] = [];
  for (const claim of claims) {
    signal?.throwIfAborted();
    if (checked.length % BEAT_EVERY === BEAT_EVERY - 1) await beat?.();
    checked.push(await checkClaim(claim, sources, kinds));
  }
  return checked;
}
