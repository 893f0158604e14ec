import { posix } from "node:path";

import { timestampOf } from "@memorymaster/core";
import type { Claim, ClaimInput, JsonObject, MemoryEvent } from "@memorymaster/core";
import { payloadOf } from "@memorymaster/core/jobs";

import { stalenessJob } from "../../src/staleness/staleness-job.ts";
import type { StalenessOptions } from "../../src/staleness/staleness-job.ts";
import type { WorkspaceReader } from "../../src/types.ts";
import { START, stewardWorld } from "../support/steward-world.ts";
import type { StewardWorld, StoreKind } from "../support/steward-world.ts";

export const ANA: { readonly actor: string } = { actor: "ana" };
export const PATH = "docs/shop.md";
export const GUIDE = "intro\nThe shop listens on 8443\noutro\n";

export const CHANGED: string = GUIDE.replace("8443", "9000");

interface DetailCitation {
  readonly citation_id: number;
  readonly outcome: string;
  readonly path: string | null;
  readonly lines: string | null;
}

export interface StalenessReport extends JsonObject {
  readonly scanned: number;
  readonly stale_detected: number;
  readonly restored: number;
  readonly moved: number;
  readonly unknown: number;
  readonly already_stale: number;
  readonly skipped_no_citations: number;
  readonly skipped_pinned: number;
  readonly details: readonly (JsonObject & {
    readonly claim_id: number;
    readonly applied: boolean;
    readonly citations: readonly (JsonObject & DetailCitation)[];
  })[];
}

export interface EvidenceWorld extends StewardWorld {
  /** Texts by path; change them as an editor would. */
  readonly files: Map<string, string>;
  /** When each file changed; `START` for those that are not named. */
  readonly times: Map<string, string>;
  /** A claim that cites line 2 of the guide, confirmed by a job. */
  cited(more?: Partial<ClaimInput>): Promise<Claim>;
  check(options?: StalenessOptions & { readonly limit?: number; readonly runId?: string }): Promise<StalenessReport>;
}

function workspaceOver(files: ReadonlyMap<string, string>, times: ReadonlyMap<string, string>): WorkspaceReader {
  return {
    scope: "project:shop",
    relativePath: (path) => {
      const tidy = posix.normalize(path);
      return path === "" || tidy.startsWith("..") || tidy.startsWith("/") ? undefined : tidy;
    },
    readText: async (path) => files.get(path),
    stat: async (path) =>
      files.has(path) ? { kind: "file", changedAt: times.get(path) ?? timestampOf(Date.parse(START)) } : undefined,
    scan: async function* () {
      for (const [relativePath, text] of files) yield { relativePath, text };
    },
  };
}

/** A memory whose claims cite files that a test edits. */
export async function evidenceWorld(kind: StoreKind): Promise<EvidenceWorld> {
  const files = new Map([[PATH, GUIDE]]);
  const times = new Map<string, string>();
  const workspace = workspaceOver(files, times);
  const evidence = {
    relativePath: (path: string) => workspace.relativePath(path),
    read: async (path: string) => {
      const text = files.get(path);
      return text === undefined ? undefined : { text, gitBlob: undefined, commitId: undefined };
    },
  };
  const world = await stewardWorld(kind, { workspace, evidence });
  return {
    ...world,
    files,
    times,
    cited: async (more = {}) => {
      const { id } = await world.ingest({
        text: "The shop listens on port 8443",
        citations: [{ source: PATH, locator: "L2" }],
        ...more,
      });
      return world.memory.claims.transition(id, "confirmed");
    },
    check: async ({ limit = 200, runId = "run-1", ...options } = {}) =>
      (await stalenessJob(world.job({ limit, runId }), options)) as StalenessReport,
  };
}

/** Outcomes of the citations in the first detail of a report. */
export const outcomesOf = ({ details }: StalenessReport): readonly string[] =>
  (details[0]?.citations ?? []).map(({ outcome }) => outcome);

export const payloadsOf = (events: readonly MemoryEvent[], type: string): readonly (JsonObject | undefined)[] =>
  events.filter(({ eventType }) => eventType === type).map(payloadOf);

/** The event that made a claim stale. */
export async function staleEventOf(world: StewardWorld, { id }: Pick<Claim, "id">): Promise<MemoryEvent> {
  const event = (await world.events(id)).findLast(({ toStatus }) => toStatus === "stale");
  if (event === undefined) throw new Error(`claim ${id} never became stale`);
  return event;
}
