import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import type { ClaimLink } from "../../claims/link.ts";
import type { EventContent, MemoryEvent } from "../../events/event.ts";
import type { ProjectMatch } from "../../ports/project-store.ts";
import type { HistoryLine } from "../../ports/history-store.ts";
import type { Lease } from "../../ports/job-store.ts";
import type { OpenProposal } from "../../ports/proposal-store.ts";
import type { SealedPayload } from "../../ports/seal-store.ts";
import type { ChainAnchor } from "../../ports/upkeep-store.ts";
import type { OutboxEntry } from "../../ports/vector-sync-store.ts";
import type { Turn } from "../../ports/verbatim-store.ts";

/** A claim without its citations, with the columns that readers never see. */
export interface ClaimRow {
  readonly claim: Claim;
  readonly nearHash: string | undefined;
  readonly twinHash: string | undefined;
  /** What the text index holds of it while `isIndexed` says so. */
  readonly terms: readonly string[];
}

export interface ProjectRow {
  readonly scope: string;
  readonly slug: string;
  /** Absent after an import: it is no part of an export. */
  readonly lastPath: string | undefined;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

export interface ProjectKeyRow extends ProjectMatch {
  readonly firstSeen: string;
}

export interface TurnRow extends Turn {
  readonly contentHash: string;
  readonly createdAt: string;
  readonly embeddingSynced: number;
  readonly terms: readonly string[];
}

export interface OutboxRow extends OutboxEntry {
  readonly index: string;
  readonly enqueuedAt: string;
  readonly nextAttemptAt: string | undefined;
  readonly leaseUntil: string | undefined;
}

export const OTHER_TABLES = ["entities", "entity_aliases", "claim_entity_links", "entity_edges"] as const;
export type OtherTable = (typeof OTHER_TABLES)[number];
/** By the names of TypeScript. */
export type OtherRow = Readonly<Record<string, unknown>>;

type Counter = "claims" | "citations" | "links" | "events" | "turns" | "changes" | OtherTable;

/** One value for each of those tables. */
function ofOthers<Value>(valueOf: (table: OtherTable) => Value): Record<OtherTable, Value> {
  return Object.fromEntries(OTHER_TABLES.map((table) => [table, valueOf(table)])) as Record<OtherTable, Value>;
}

/** The whole database: rows never change, they are replaced, so that a copy of the maps is a snapshot. */
export interface Tables {
  readonly claims: Map<number, ClaimRow>;
  /** Which claim or turn holds each unique key. */
  readonly uniqueKeys: Map<string, number>;
  /** By claim id. */
  readonly citations: Map<number, readonly Citation[]>;
  readonly links: Map<number, ClaimLink>;
  readonly events: Map<number, MemoryEvent>;
  readonly contents: Map<number, EventContent>;
  /** By event hash. */
  readonly history: Map<string, HistoryLine>;
  /** Tables that nothing but a dump touches yet, by id. */
  readonly others: Readonly<Record<OtherTable, Map<number, OtherRow>>>;
  /** By event id. */
  readonly proposals: Map<number, OpenProposal>;
  /** By event id. */
  readonly seals: Map<number, SealedPayload>;
  /** By name. */
  readonly anchors: Map<string, ChainAnchor>;
  readonly turns: Map<number, TurnRow>;
  /** Last line by file of notes. */
  readonly spool: Map<string, number>;
  /** By name. */
  readonly leases: Map<string, Lease>;
  /** By job. */
  readonly jobNotes: Map<string, string>;
  readonly projects: Map<string, ProjectRow>;
  readonly projectKeys: Map<string, ProjectKeyRow>;
  readonly vectorIndexes: Set<string>;
  /** By number of the change. */
  readonly outbox: Map<number, OutboxRow>;
  /** Last claim by stream of pages. */
  readonly cursors: Map<string, number>;
  /** The last id given by each counter. */
  readonly lastIds: Map<Counter, number>;
}

export function emptyTables(): Tables {
  return {
    claims: new Map(),
    uniqueKeys: new Map(),
    citations: new Map(),
    links: new Map(),
    events: new Map(),
    contents: new Map(),
    history: new Map(),
    others: ofOthers(() => new Map()),
    proposals: new Map(),
    seals: new Map(),
    anchors: new Map(),
    turns: new Map(),
    spool: new Map(),
    leases: new Map(),
    jobNotes: new Map(),
    projects: new Map(),
    projectKeys: new Map(),
    vectorIndexes: new Set(),
    outbox: new Map(),
    cursors: new Map(),
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
    history: new Map(tables.history),
    others: ofOthers((table) => new Map(tables.others[table])),
    proposals: new Map(tables.proposals),
    seals: new Map(tables.seals),
    anchors: new Map(tables.anchors),
    turns: new Map(tables.turns),
    spool: new Map(tables.spool),
    leases: new Map(tables.leases),
    jobNotes: new Map(tables.jobNotes),
    projects: new Map(tables.projects),
    projectKeys: new Map(tables.projectKeys),
    vectorIndexes: new Set(tables.vectorIndexes),
    outbox: new Map(tables.outbox),
    cursors: new Map(tables.cursors),
    lastIds: new Map(tables.lastIds),
  };
}

export function nextId(tables: Tables, counter: Counter): number {
  const id = (tables.lastIds.get(counter) ?? 0) + 1;
  tables.lastIds.set(counter, id);
  return id;
}
