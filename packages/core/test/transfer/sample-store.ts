import { createMemory } from "../../src/memory.ts";
import type { Store } from "../../src/ports/store.ts";
import { cleanEvent, createCountingIds, createFixedClock, createMemoryStore } from "../../src/testing/index.ts";

const AT = "2026-01-02T03:04:05+00:00";

/**
 * Three claims, of which the second replaced the first, a link, events with words, an open proposal, a project and an
 * anchor. Lines: 1 header, 2 project, 3 its key, 4–6 claims, 7–10 citations, 11 link, 12 anchor, then events and words.
 */
export async function sampleStore(): Promise<Store> {
  const ids = createCountingIds();
  const store = createMemoryStore({ ids });
  const memory = createMemory({ store, ids, clock: createFixedClock() });
  await store.projects.record({
    scope: "project:demo",
    slug: "demo",
    lastPath: "somewhere",
    keys: [{ kind: "origin", keyHash: "ab".repeat(32) }],
    at: AT,
  });
  const scope = "project:demo";
  await memory.claims.ingest({
    text: "CI runs on Jenkins",
    scope,
    citations: [{ source: "docs/ci.md" }, { source: "chat" }],
  });
  await memory.claims.ingest({ text: "CI runs on Buildkite", scope });
  await memory.claims.ingest({ text: "Ana owns the billing queue", scope });
  await memory.claims.transition(1, "superseded", { replacedBy: 2 });
  await memory.links.add(3, 2, "relates_to");
  await store.events.append([
    cleanEvent({ claimId: 3, eventType: "audit", content: { words: "wörter" }, createdAt: AT }),
    cleanEvent({
      claimId: 3,
      eventType: "policy_decision",
      details: "steward_proposal:stale",
      payload: { claim_version: 1 },
      createdAt: AT,
    }),
  ]);
  const events = await store.dump.count("events");
  const headHash = (await store.dump.headHash()) ?? "";
  await store.dump.write("chain_anchor", [
    { name: "latest", event_count: events, head_id: events, head_hash: headHash, recorded_at: AT },
  ]);
  return store;
}
