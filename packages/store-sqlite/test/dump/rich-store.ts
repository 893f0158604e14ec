import {
  CHECK_STATUSES,
  CITATION_KINDS,
  CLAIM_STATUSES,
  createMemory,
  LINK_TYPE_NAMES,
  LOCAL_OPERATOR,
  VISIBILITIES,
} from "@memorymaster/core";
import type { ClaimPatch, ClaimStatus, Store } from "@memorymaster/core";
import { createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import { AT, citation, event } from "../support/records.ts";

const LATER = "2027-03-01T00:00:00+00:00";
const scope = "project:größe";

/** What a claim of each state has besides. */
const PATCHES: Readonly<Record<ClaimStatus, Omit<ClaimPatch, "updatedAt" | "status">>> = {
  candidate: { confidence: 0.1 + 0.2 },
  confirmed: { confirmedBy: "ana", lastValidatedAt: LATER, pinned: true },
  stale: { lastValidatedAt: AT },
  conflicted: { validUntil: LATER },
  superseded: { replacedByClaimId: 2, validUntil: LATER },
  archived: { archivedAt: LATER },
};

async function addClaims(store: Store): Promise<void> {
  const parts = { store, ids: createCountingIds(), clock: createFixedClock() };
  const memory = createMemory(parts);
  for (const status of CLAIM_STATUSES) {
    await memory.claims.ingest({
      text: `A claim that is ${status}: 日本語 🦀 "quotes" \\ %_ l'été\u2028`,
      subject: `claim ${status}`,
      predicate: "is",
      objectValue: status,
      claimType: "fact",
      holder: "luis",
      scope,
      eventTime: "0900-01-01",
      validFrom: "2020-01-01",
      citations: [{ source: "docs/ops.md", locator: "L12-L20", excerpt: "as it stands" }],
    });
  }
  for (const visibility of VISIBILITIES) {
    await memory.claims.ingest({
      text: `Seen as ${visibility}`,
      visibility,
      sourceAgent: "ana",
      idempotencyKey: visibility,
    });
  }
  const tenant = createMemory({ ...parts, authority: { ...LOCAL_OPERATOR, tenantId: "ñandú" } });
  await tenant.claims.ingest({ text: "Of a tenant", scope });
  for (const [at, status] of CLAIM_STATUSES.entries()) {
    await store.claims.update(at + 1, 1, { status, ...PATCHES[status], updatedAt: AT });
  }
  await store.claims.update(2, 2, { supersedesClaimId: 5, updatedAt: AT });
}

async function addEvidence(store: Store): Promise<void> {
  const kinds = CITATION_KINDS.map((kind, at) =>
    citation({
      source: `source ${kind}`,
      kind,
      path: "src/größe.ts",
      lineStart: at + 1,
      lineEnd: at + 2,
      excerptHash: "0f".repeat(32),
      gitBlob: "ab".repeat(20),
      commitId: "cd".repeat(32),
      fetchedAt: LATER,
      contentHash: "1e".repeat(32),
      checkStatus: CHECK_STATUSES[at],
    }),
  );
  await store.claims.addCitations(1, kinds, LATER);
}

/** What no use case writes yet, or only what came from other stores. */
async function addOthers({ dump }: Store): Promise<void> {
  const names = ["größe", "日本"].map((name) => ({
    canonical_name: name,
    entity_type: "service",
    scope,
    tenant_id: "ñandú",
    created_at: AT,
    updated_at: LATER,
  }));
  await dump.write("entities", names);
  const alias = { entity_id: 2, alias: "日", variant_key: "日", original_form: "日 本", created_at: AT };
  await dump.write("entity_aliases", [alias]);
  await dump.write("claim_entity_links", [{ claim_id: 1, entity_id: 2 }]);
  const edge = { source_id: 1, target_id: 2, relation: "uses", created_at: AT, last_reinforced_at: LATER };
  await dump.write("entity_edges", [
    { ...edge, weight: 0.1 + 0.2, claim_id: 1, last_decayed_at: null },
    { ...edge, source_id: 2, target_id: 1, weight: 12, claim_id: null, last_decayed_at: AT },
  ]);
  const [uid] = (await dump.uidsOf([1])).values();
  const line = JSON.stringify({ row: { id: 7, details: "wörter 🦀" }, table: "events" });
  const foreign = { origin: "0a".repeat(32), origin_id: 7, claim_uid: uid ?? null };
  await dump.write("event_history", [
    { ...foreign, event_hash: "0b".repeat(32), line },
    { ...foreign, event_hash: "0c".repeat(32), line: null, origin_id: 8 },
  ]);
}

/** One of everything: states, visibilities, citations, links, entities, history, events with words, proposals, projects, anchors, gaps in ids. */
export async function fillRichly(store: Store): Promise<void> {
  await addClaims(store);
  await addEvidence(store);
  await addOthers(store);
  for (const [at, linkType] of LINK_TYPE_NAMES.entries()) {
    await store.links.add({ sourceId: 1 + (at % 3), targetId: 4 + (at % 4), linkType, createdAt: LATER });
  }
  await store.links.remove(1, 4, LINK_TYPE_NAMES[0]);
  await store.events.append([
    event({ claimId: 1, eventType: "audit", payload: { note: "naïve 🦀", n: 1e-7 }, content: { words: "wörter" } }),
    event({ eventType: "system", details: "of no claim", payload: { run_id: "run 1" } }),
    event({ claimId: 10, eventType: "audit", tenantId: "ñandú", content: { words: "of a tenant" } }),
    event({
      claimId: 3,
      eventType: "policy_decision",
      details: "steward_proposal:superseded_candidate",
      payload: { claim_version: 1, replaced_by_claim_id: 4 },
    }),
  ]);
  const keyHash = "ef".repeat(32);
  const keys = [{ kind: "origin", keyHash }] as const;
  await store.projects.record({ scope, slug: "größe", lastPath: "somewhere", keys, at: AT });
  const events = await store.dump.count("events");
  await store.upkeep.recordAnchor({
    name: "latest",
    eventCount: events,
    headId: events,
    headHash: (await store.dump.headHash()) ?? "",
    recordedAt: LATER,
  });
}
