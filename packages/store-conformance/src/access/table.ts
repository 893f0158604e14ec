import type { Memory } from "@memorymaster/core";
import type { Row } from "./row.ts";
import { TARGET_TEXT } from "./stage.ts";
import { WHOLE_STORE } from "./whole-store.ts";

const CLAIMS: Readonly<Record<string, readonly Row[]>> = {
  "claims.ingest": [
    { reach: "hides", changes: true, call: ({ claims }) => told(claims.ingest({ text: TARGET_TEXT })) },
    {
      reach: "hides",
      changes: true,
      call: ({ claims }) => told(claims.ingest({ text: "Other words", idempotencyKey: "quokka" })),
    },
    {
      reach: "plain",
      changes: true,
      named: true,
      call: ({ claims }, { ref }) => told(claims.ingest({ text: "Quokkas begin at one", supersedes: ref })),
    },
  ],
  "claims.ingestMany": [
    {
      reach: "plain",
      changes: true,
      named: true,
      call: async ({ claims }, { ref }) => {
        const { rows } = await claims.ingestMany([{ line: 1, input: { text: "Quokkas rest", supersedes: ref } }]);
        return rows.map((row) => ("error" in row ? row : { ...row, claimId: 0, proposalEventId: 0 }));
      },
    },
  ],
  "claims.get": [
    { reach: "asked", named: true, call: ({ claims }, { ref, allowSensitive }) => claims.get(ref, { allowSensitive }) },
  ],
  "claims.detail": [
    {
      reach: "asked",
      named: true,
      call: ({ claims }, { ref, allowSensitive }) => claims.detail(ref, { allowSensitive }),
    },
    {
      reach: "asked",
      call: ({ claims }, { neighbour, allowSensitive }) => claims.detail(neighbour, { allowSensitive }),
    },
  ],
  "claims.list": [
    { reach: "asked", call: ({ claims }, { allowSensitive }) => claims.list({ scopes: "all", allowSensitive }) },
    { reach: "asked", call: ({ claims }, { id, allowSensitive }) => claims.list({ ids: [id], allowSensitive }) },
    {
      reach: "asked",
      call: async ({ claims }, { allowSensitive }) => {
        const first = await claims.list({ scopes: "all", limit: 1, allowSensitive });
        return [first, await claims.list({ scopes: "all", limit: 1, allowSensitive, cursor: first.nextCursor })];
      },
    },
  ],
  "claims.transition": [
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ claims }, { ref }) => claims.transition(ref, "conflicted"),
    },
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ claims }, { ref, neighbour }) => claims.transition(neighbour, "superseded", { replacedBy: ref }),
    },
  ],
  "claims.confirm": [
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ claims }, { ref, actor }) => claims.confirm([ref], { actor }),
    },
  ],
  "claims.archive": [
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ claims }, { ref, actor }) => claims.archive([ref], { actor }),
    },
  ],
  "claims.pin": [
    { reach: "governed", changes: true, named: true, call: ({ claims }, { ref }) => claims.pin(ref, false) },
  ],
  "claims.stats": [
    { reach: "plain", call: ({ claims }) => claims.stats() },
    { reach: "plain", call: ({ claims }) => claims.stats("project:demo") },
  ],
  "claims.recomputeTiers": [{ reach: "governed", changes: true, call: ({ claims }) => claims.recomputeTiers() }],
  "claims.redact": [
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ claims }, { ref, actor }) => claims.redact(ref, { actor, mode: "redact" }),
    },
  ],
};

const READS: Readonly<Record<string, readonly Row[]>> = {
  "recall.query": [
    {
      reach: "asked",
      call: async ({ recall }, { allowSensitive }) => {
        const { rows, dropped, meta } = await recall.query({ queryText: "quokka", explain: true, allowSensitive });
        return [rows.map(({ claim }) => claim.id), dropped, meta.total, meta.relevant];
      },
    },
    {
      reach: "asked",
      call: async ({ recall }, { allowSensitive }) => {
        const request = { queryText: "ledger service", explain: true, limit: 1, allowSensitive };
        const { rows, dropped, meta } = await recall.query(request);
        return [rows.map(({ claim }) => claim.id), dropped, meta.total, meta.relevant];
      },
    },
  ],
  "recall.analysis": [
    {
      reach: "asked",
      call: async ({ recall }, { allowSensitive }) => {
        const { rows, componentRankings } = await recall.analysis({ queryText: "quokka", allowSensitive });
        return [rows.map(({ claim }) => claim.id), componentRankings];
      },
    },
  ],
  "recall.context": [
    {
      reach: "asked",
      call: async ({ recall }, { allowSensitive }) => {
        const { rows, claimsConsidered } = await recall.context({ queryText: "quokka", allowSensitive });
        return [rows.map(({ claim }) => claim.id), claimsConsidered];
      },
    },
  ],
  "recall.federated": [
    {
      reach: "asked",
      call: async ({ recall }, { allowSensitive }) => {
        const { rows, meta } = await recall.federated({ queryText: "quokka", allowSensitive });
        return [rows.map(({ claim }) => claim.id), meta.total, meta.relevant];
      },
    },
  ],
  "links.list": [
    { reach: "plain", named: true, call: ({ links }, { ref }) => links.list(ref) },
    { reach: "plain", call: ({ links }, { neighbour }) => links.list(neighbour) },
  ],
  "links.add": [
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ links }, { ref, spare }) => links.add(ref, spare, "blocks"),
    },
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ links }, { ref, spare }) => links.add(spare, ref, "blocks"),
    },
  ],
  "links.remove": [
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ links }, { ref, neighbour }) => links.remove(ref, neighbour),
    },
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ links }, { ref, neighbour }) => links.remove(neighbour, ref),
    },
  ],
  "events.list": [
    { reach: "plain", call: ({ events }) => events.list({ scopes: "all" }) },
    { reach: "plain", call: ({ events }) => events.list({ scopes: "all", eventType: "pin" }) },
    { reach: "plain", named: true, call: ({ events }, { ref }) => events.list({ claim: ref }) },
    {
      reach: "plain",
      call: async ({ events }) => {
        const first = await events.list({ scopes: "all", limit: 1 });
        return [first, await events.list({ scopes: "all", limit: 1, cursor: first.nextCursor })];
      },
    },
  ],
  "events.history": [{ reach: "plain", named: true, call: ({ events }, { ref }) => events.history(ref) }],
  "events.verify": [{ reach: "tenant", call: ({ events }) => events.verify() }],
  "scopes.project": [{ reach: "nobody", call: ({ scopes }) => scopes.project() }],
  "scopes.defaultRead": [{ reach: "nobody", call: ({ scopes }) => scopes.defaultRead() }],
};

const GOVERNANCE: Readonly<Record<string, readonly Row[]>> = {
  "governance.undo": [
    {
      reach: "governed",
      changes: true,
      call: ({ governance }, { pinEvent, actor }) => governance.undo(pinEvent, { actor }),
    },
    {
      reach: "governed",
      changes: true,
      call: ({ governance }, { pinEvent, actor }) => governance.undo(pinEvent, { actor, run: true }),
    },
  ],
  "governance.proposals": [
    { reach: "governed", call: ({ governance }) => governance.proposals() },
    { reach: "governed", call: ({ governance }) => governance.proposals({ includeResolved: true, limit: 1 }) },
  ],
  "governance.resolve": [
    {
      reach: "governed",
      changes: true,
      call: ({ governance }, { proposalEvent, actor }) =>
        governance.resolve({ actor, action: "reject", proposalEventId: proposalEvent }),
    },
    {
      reach: "governed",
      changes: true,
      named: true,
      call: ({ governance }, { ref, actor }) => governance.resolve({ actor, action: "approve", claim: ref }),
    },
  ],
  "governance.ready": [{ reach: "plain", call: ({ governance }) => governance.ready({ confidenceThreshold: 1 }) }],
};

/** What an ingest tells of claims that were there before. */
async function told(ingesting: ReturnType<Memory["claims"]["ingest"]>): Promise<unknown> {
  const { deduplicated, revived, warnings, redactions } = await ingesting;
  return { deduplicated, revived, warnings, redactions };
}

/** Calls of every method of a memory. */
export const TABLE: Readonly<Record<string, readonly Row[]>> = { ...CLAIMS, ...READS, ...GOVERNANCE, ...WHOLE_STORE };
