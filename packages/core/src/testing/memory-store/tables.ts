import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import type { ClaimLink } from "../../claims/link.ts";
import type { EventContent, MemoryEvent } from "../../events/event.ts";
import type { ProjectMatch } from "../../ports/project-store.ts";
import type { OpenProposal } from "../../ports/proposal-store.ts";

/** A claim without its citations, with the columns that readers never see. */
export interface ClaimRow {
  readonly claim: Claim;
  readonly nearHash: string;
  readonly twinHash: string;
  /** What the text index holds of it while it is not archived. */
  readonly terms: readonly string[];
}

export interface ProjectRow {
  readonly scope: string;
  readonly slug: string;
  readonly lastPath: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** The whole database: rows never change, they are replaced, so that a copy of the maps is a snapshot. */
export interface Tables {
  readonly claims: Map<number, ClaimRow>;
  /** Which claim holds each unique key. */
  readonly uniqueKeys: Map<string, number>;
  /** By claim id. */
  readonly citations: Map<number, readonly Citation[]>;
  readonly links: Map<number, ClaimLink>;
  readonly events: Map<number, MemoryEvent>;
  readonly contents: Map<number, EventContent>;
  /** By event id. */
  readonly proposals: Map<number, OpenProposal>;
  readonly projects: Map<string, ProjectRow>;
  readonly projectKeys: Map<string, ProjectMatch>;
  /** The last id given by each counter. */
  readonly lastIds: Map<"claims" | "citations" | "links" | "events", number>;
}

export function emptyTables(): Tables {
  return {
    claims: new Map(),
    uniqueKeys: new Map(),
    citations: new Map(),
    links: new Map(),
    events: new Map(),
    contents: new Map(),
    proposals: new Map(),
    projects: new Map(),
    projectKeys: new Map(),
    lastIds: new Map(),
  };
}

export function copyTables(tables: Tables): Tables {
  return {
    claims: new Map(tables.claims),
    uniqueKeys: new Map(tables.uniqueKeys),
    citations: new Map(tables.citations),
    links: new Map(tables.links),
    events: new Map(tables.events),
    contents: new Map(tables.contents),
    proposals: new Map(tables.proposals),
    projects: new Map(tables.projects),
    projectKeys: new Map(tables.projectKeys),
    lastIds: new Map(tables.lastIds),
  };
}

export function nextId(tables: Tables, counter: "claims" | "citations" | "links" | "events"): number {
  const id = (tables.lastIds.get(counter) ?? 0) + 1;
  tables.lastIds.set(counter, id);
  return id;
}
