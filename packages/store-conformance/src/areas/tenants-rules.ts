import type {
  ClaimLink,
  Clean,
  EventFilter,
  Page,
  SealedPayload,
  Store,
  StoredContent,
  Viewer,
} from "@memorymaster/core";
import { AT } from "../records.ts";
import { claimNames, eventNames, FOREIGN_RUN, OTHER_SCOPE, uidNames } from "./tenants-stage.ts";
import type { ForeignClaim } from "./tenants-stage.ts";

/** A call of a port for a viewer; the answer without what depends on how much else there is: ids of new rows. */
export type PortCall = (store: Store, viewer: Viewer, foreign: ForeignClaim) => Promise<unknown>;

/**
 * What keeps a port from telling of others. Calls: it takes a viewer, and answers as if the viewer were alone. A
 * function: it takes none, so that use cases name in it only what the caller was shown; what the names are in its
 * arguments. `operator`: it concerns the whole store, and nothing done for a team calls it. `silent`: it names nothing
 * of others, or what it finds is weighed by a use case before anybody hears of it.
 */
export type PortRule = readonly PortCall[] | ((...args: never[]) => readonly string[]) | "operator" | "silent";

const WORDS = ["quokka", "gateway", "midnight"];
const page = { limit: 50 };

async function pages(list: (cursor?: string) => Promise<Page<unknown>>): Promise<unknown> {
  const first = await list();
  return [first, first.nextCursor === undefined ? undefined : await list(first.nextCursor)];
}

const listOf = (...filters: readonly ((foreign: ForeignClaim) => EventFilter)[]): readonly PortCall[] =>
  filters.map(
    (filter) =>
      ({ events }, viewer, foreign) =>
        events.list(viewer, filter(foreign), page),
  );

const CLAIMS: Readonly<Record<string, PortRule>> = {
  "claims.insert": "silent",
  "claims.addCitations": (claimId: number) => claimNames(claimId),
  "claims.findIdentityMatches": "silent",
  "claims.takenHumanIds": "silent",
  "claims.getMany": [
    ({ claims }, viewer, { id }) => claims.getMany(viewer, [id, 1, id], true),
    ({ claims }, viewer, { id }) => claims.getMany({ ...viewer, allowSensitive: true }, [id], false),
  ],
  "claims.findByName": [
    ({ claims }, viewer, { uid }) => claims.findByName(viewer, uid),
    ({ claims }, viewer, { humanId }) => claims.findByName(viewer, humanId),
  ],
  "claims.list": [
    ({ claims }, viewer) => pages((cursor) => claims.list(viewer, {}, { limit: 1, cursor })),
    ({ claims }, viewer, { id }) => claims.list(viewer, { ids: [id, 2] }, page),
    ({ claims }, viewer) => claims.list(viewer, { scopes: [OTHER_SCOPE, "project:demo"] }, page),
    ({ claims }, viewer) => claims.list(viewer, { pinned: true, statuses: ["candidate"] }, page),
  ],
  "claims.update": (id: number) => claimNames(id),
  "claims.replaceWords": ({ id }: { readonly id: number }) => claimNames(id),
  "claims.replaceCitations": (claimId: number) => claimNames(claimId),
  "claims.recomputeTiers": [
    ({ claims }, viewer) =>
      claims.recomputeTiers(viewer, { coreSince: AT, peripheralUntil: "2027-01-01T00:00:00+00:00" }),
  ],
  "claims.recordAccesses": "operator",
  "claims.stats": [
    ({ claims }, viewer) => claims.stats(viewer, undefined),
    ({ claims }, viewer) => claims.stats(viewer, OTHER_SCOPE),
  ],
  "search.termCounts": [({ search }, viewer) => search.termCounts(viewer, WORDS, 100)],
  "search.candidates": [
    ({ search }, viewer) => search.candidates(viewer, { terms: WORDS, filter: {}, limit: 50 }),
    ({ search }, viewer) => search.candidates(viewer, { terms: WORDS, filter: {}, limit: 1, newest: 1_000 }),
  ],
  // Scores are made from it in steps that count nobody's claims.
  "search.indexStats": "silent",
};

const EVENTS: Readonly<Record<string, PortRule>> = {
  "events.append": "silent",
  "events.list": [
    ...listOf(
      () => ({}),
      ({ id }) => ({ claimId: id }),
      ({ pinEvent, proposalEvent }) => ({ ids: [pinEvent, proposalEvent, 1] }),
      () => ({ eventType: "pin" }),
      () => ({ scopes: [OTHER_SCOPE, "project:demo"] }),
      () => ({ since: AT, details: ["noted", "claim_ingested"] }),
    ),
    ({ events }, viewer) => pages((cursor) => events.list(viewer, {}, { limit: 1, cursor })),
  ],
  "events.history": (claimId: number) => claimNames(claimId),
  "events.get": [
    ({ events }, viewer, { pinEvent }) => events.get(viewer, pinEvent),
    ({ events }, viewer, { proposalEvent }) => events.get(viewer, proposalEvent),
  ],
  "events.since": (claimId: number) => claimNames(claimId),
  "events.ofRun": [({ events }, viewer) => events.ofRun(viewer, FOREIGN_RUN, { limit: 50 })],
  "events.undosOf": (ids: readonly number[]) => eventNames(...ids),
  "events.eraseContents": (claimId: number) => claimNames(claimId),
  "events.restoreContents": (contents: readonly Clean<StoredContent>[]) =>
    contents.flatMap(({ claimId, eventId }) => [...claimNames(claimId), ...eventNames(eventId)]),
  "events.scan": "operator",
};

const VERBATIM = [
  "around",
  "candidates",
  "census",
  "getMany",
  "insert",
  "oldest",
  "remove",
  "select",
  "stats",
  "termCounts",
];

const VECTORS = [
  "byIds",
  "count",
  "cursor",
  "depth",
  "enqueue",
  "finish",
  "lease",
  "page",
  "postpone",
  "register",
  "setCursor",
  "unregister",
];

const LATE = "2027-01-01T00:00:00+00:00";
const WRITTEN_BY_JOBS = ["readLease", "takeLease", "dropLease", "readNote", "writeNote"];
const WRITTEN_OF_CLAIMS = ["writeConfidences", "writeNormalizedTexts", "stampCitations"];

/** Maintenance is the operator's; what it selects by a viewer serves reports for others as well. */
const JOBS: Readonly<Record<string, PortRule>> = {
  ...Object.fromEntries(
    [...WRITTEN_BY_JOBS, ...WRITTEN_OF_CLAIMS].map((name) => [`jobs.${name}`, "operator"] as const),
  ),
  "jobs.select": [
    ({ jobs }, viewer) => jobs.select(viewer, { filter: {}, order: "newest", limit: 50 }),
    ({ jobs }, viewer, { id }) =>
      jobs.select(viewer, { filter: { ids: [id, 1] }, order: "least_recently_changed", limit: 50 }),
  ],
  "jobs.selectDecaying": [
    ({ jobs }, viewer) =>
      jobs.selectDecaying(viewer, { untouchedSince: { low: LATE, medium: LATE, high: LATE }, now: LATE, limit: 50 }),
  ],
  "jobs.selectUnchecked": [
    ({ jobs }, viewer) => jobs.selectUnchecked(viewer, { filter: {}, kinds: ["file", "session", "other"], limit: 50 }),
  ],
  "jobs.findRivals": [({ jobs }, viewer) => jobs.findRivals(viewer, ["candidate", "confirmed"], 50)],
  "jobs.latestEvents": (claimIds: readonly number[]) => claimNames(...claimIds),
};

const OTHERS: Readonly<Record<string, PortRule>> = {
  "history.of": (uid: string) => uidNames(uid),
  "history.known": "operator",
  "history.erase": (uid: string) => uidNames(uid),
  "links.add": ({ sourceId, targetId }: ClaimLink) => claimNames(sourceId, targetId),
  "links.remove": (sourceId: number, targetId: number) => claimNames(sourceId, targetId),
  "links.listOf": (claimId: number) => claimNames(claimId),
  "proposals.list": [
    ({ proposals }, viewer) => proposals.list(viewer, 50),
    ({ proposals }, viewer, { id }) => proposals.list(viewer, 50, { targetClaimId: id }),
    ({ proposals }, viewer) => proposals.list(viewer, 1, { scopes: [OTHER_SCOPE, "project:demo"], settled: false }),
  ],
  "proposals.listAll": "operator",
  "proposals.replaceAll": "operator",
  "proposals.listOpen": (targetClaimIds: readonly number[]) => claimNames(...targetClaimIds),
  "projects.findKeys": "operator",
  "projects.record": "operator",
  "projects.takenScopes": "operator",
  "seals.get": (eventId: number) => eventNames(eventId),
  "seals.put": ({ claimId, eventId }: SealedPayload) => [...claimNames(claimId), ...eventNames(eventId)],
  "seals.removeOf": (claimId: number) => claimNames(claimId),
  "spool.forget": "operator",
  "spool.lastLine": "operator",
  "spool.lockLastLine": "operator",
  "spool.setLastLine": "operator",
  "upkeep.anchors": "operator",
  "upkeep.checkIndex": "operator",
  "upkeep.findRowIssues": "operator",
  "upkeep.fixRowIssues": "operator",
  "upkeep.recordAnchor": "operator",
  "upkeep.repairIndex": "operator",
  // Raw conversations have no owners: no team sees any of them.
  ...Object.fromEntries(VERBATIM.map((name) => [`verbatim.${name}`, "operator" as const])),
  ...Object.fromEntries(VECTORS.map((name) => [`vectors.${name}`, "operator" as const])),
  "vectors.storeId": "silent",
  "vectors.registered": "silent",
  // What an index names is weighed before anybody hears of it.
  "vectors.byUids": "silent",
  transaction: "silent",
  close: "silent",
};

const DUMP = ["amend", "claimsByUid", "count", "headHash", "ofClaims", "read", "snapshot", "uidsOf", "write"];

/** The rule of every method that every store has. */
export const PORT_RULES: Readonly<Record<string, PortRule>> = {
  ...CLAIMS,
  ...EVENTS,
  ...JOBS,
  ...OTHERS,
  ...Object.fromEntries(DUMP.map((name) => [`dump.${name}`, "operator"])),
};
