import { viewerOf } from "@memorymaster/core";
import type { Claim, JsonObject } from "@memorymaster/core";
import type { StepResult, StewardContext, WorkspaceReader } from "../types.ts";
import { findReferences } from "./find-references.ts";
import type { References } from "./find-references.ts";
import { findWords } from "./find-words.ts";
import type { FoundWords } from "./find-words.ts";

export interface VerifyOptions {
  /** Begin of the scopes whose claims are verified. Default: all. */
  readonly scope?: string | undefined;
  /** 1..1,000, default 200. */
  readonly limit?: number | undefined;
  /** The workspace of a scope. Default: the one at hand, for its own scope. */
  readonly workspaceOf?: ((scope: string) => Promise<WorkspaceReader | undefined>) | undefined;
}

const DEFAULT_LIMIT = 200;
const TEXT_CHARACTERS = 100;

interface Verified {
  readonly claim: Claim;
  readonly issues: readonly string[];
  /** Nothing in it could be checked, or not all of it. */
  readonly isUnknown: boolean;
}

async function selectClaims(
  { store, workspace, authority }: StewardContext,
  { scope, limit = DEFAULT_LIMIT }: VerifyOptions,
): Promise<readonly Claim[]> {
  const viewer = viewerOf(authority);
  const { byScope } = await store.claims.stats(viewer, undefined);
  const known = Object.keys({ ...byScope, ...(workspace !== undefined && { [workspace.scope]: 0 }) });
  const scopes = scope === undefined ? known : known.filter((one) => one.startsWith(scope));
  const { items } = await store.claims.list(viewer, { statuses: ["confirmed", "candidate"], scopes }, { limit });
  return items.toSorted((a, b) => b.confidence - a.confidence);
}

async function missingPaths(workspace: WorkspaceReader, paths: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const path of paths) {
    const inside = workspace.relativePath(path);
    if (inside !== undefined && (await workspace.stat(inside)) === undefined) missing.push(path);
  }
  return missing;
}

type Referring = readonly (readonly [Claim, References])[];

async function verifyOne(
  workspace: WorkspaceReader,
  [claim, { paths, symbols, ports }]: Referring[number],
  words: FoundWords,
): Promise<Verified> {
  const unseen = [
    ...symbols.filter((name) => !words.symbols.has(name)).map((name) => `symbol not found: ${name}`),
    ...ports.filter((port) => !words.ports.has(port)).map((port) => `port not found: ${port}`),
  ];
  const missing = (await missingPaths(workspace, paths)).map((path) => `missing file: ${path}`);
  const isOpen = unseen.length > 0 && !words.isWhole;
  const hasNone = paths.length + symbols.length + ports.length === 0;
  return { claim, issues: isOpen ? missing : [...missing, ...unseen], isUnknown: hasNone || isOpen };
}

/** One walk over the workspace for all of its claims. */
async function verifyIn(
  workspace: WorkspaceReader,
  claims: readonly Claim[],
  signal: AbortSignal | undefined,
): Promise<readonly Verified[]> {
  const referring: Referring = claims.map((claim) => [claim, findReferences(claim.text)] as const);
  const symbols = referring.flatMap(([, references]) => references.symbols);
  const words = await findWords(workspace, { symbols, ports: referring.flatMap(([, { ports }]) => ports) }, signal);
  const verified: Verified[] = [];
  for (const one of referring) verified.push(await verifyOne(workspace, one, words));
  return verified;
}

const describe = ({ claim, issues }: Verified): JsonObject => ({
  claim_id: claim.id,
  human_id: claim.humanId,
  text: [...claim.text].slice(0, TEXT_CHARACTERS).join(""),
  confidence: claim.confidence,
  issues,
});

/**
 * Says which claims name files, code or ports that the workspace of their scope does not have. Changes nothing; claims of
 * scopes without a workspace are passed over.
 *
 * @see spec/steward.md §17.1
 */
export async function verifyClaims(context: StewardContext, options: VerifyOptions = {}): Promise<StepResult> {
  const { workspace, signal } = context;
  const atHand = async (scope: string): Promise<WorkspaceReader | undefined> =>
    workspace?.scope === scope ? workspace : undefined;
  const { workspaceOf = atHand } = options;
  const claims = await selectClaims(context, options);
  const verified: Verified[] = [];
  let workspaces = 0;
  for (const scope of new Set(claims.map((claim) => claim.scope))) {
    const own = claims.filter((claim) => claim.scope === scope);
    const reader = await workspaceOf(scope);
    if (reader === undefined) continue;
    workspaces += 1;
    verified.push(...(await verifyIn(reader, own, signal)));
  }
  const doubtful = verified.filter(({ issues }) => issues.length > 0);
  const unknown = verified.filter(({ issues, isUnknown }) => issues.length === 0 && isUnknown).length;
  return {
    checked: verified.length,
    valid: verified.length - doubtful.length - unknown,
    stale_candidates: doubtful.length,
    unknown,
    issues: doubtful.map(describe),
    ...(workspaces === 0 && claims.length > 0 && { error: "no_workspace" }),
  };
}
