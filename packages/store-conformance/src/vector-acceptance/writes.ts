import { cleanRecord, indexUnavailable } from "@memorymaster/core";
import type { ClaimWords, VectorPoint } from "@memorymaster/core";
import { newClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { AT } from "../records.ts";
import type { AcceptanceTests } from "./bench.ts";
import { foundIn, uidsOf } from "./bench.ts";
import type { Instead } from "./watched-index.ts";

const down: Instead = () => Promise.reject(indexUnavailable("index_error"));
const CALLS = ["ensure", "query", "upsert", "setPolicy", "delete", "deletePoints", "scan", "count"];
const REFUSED = { onSecret: "reject" } as const;
const MINUTE_MS = 60_000;

const POINT_FIELDS = ["claimUid", "fp", "hash", "scope", "status", "storeId", "tenantId", "vector"];

/** How points follow the claims. */
export const WRITES: AcceptanceTests = {
  "V10: says that an erasure is pending while the index is down, never shows it, and makes good later": async (
    bench,
  ) => {
    const { claim, memory, search, watched, points, clock } = bench;
    await memory.vectors.work();
    const { id } = await claim("The falcon gateway listens on 7443");
    await memory.vectors.work();
    const before = uidsOf(await points());
    for (const name of CALLS.filter((call) => call !== "query")) watched.instead.set(name, down);

    const erased = await memory.claims.redact(id, { mode: "erase", actor: "ana" });
    const { found, meta } = await search();
    const failing = await memory.vectors.work();

    expect(before).toHaveLength(1);
    expect(erased).toMatchObject({ vector: "pending", warnings: ["vector_pending"] });
    expect({ found, dropped: meta.dropped }).toEqual({ found: [], dropped: { erased: 1 } });
    expect(failing).toMatchObject({ deleted: 0, reason: "index_error", depth: { waiting: 1 } });
    expect(await points()).toHaveLength(1);
    watched.instead.clear();
    clock.advance(MINUTE_MS);
    expect(await memory.vectors.work()).toMatchObject({ deleted: 1, depth: { waiting: 0 } });
    expect(await points()).toEqual([]);
  },

  "V10: takes the point away with the words when the index answers": async ({ claim, memory, points }) => {
    await memory.vectors.work();
    const { id } = await claim("The falcon gateway listens on 7443");
    await memory.vectors.work();

    const redacted = await memory.claims.redact(id, { mode: "redact", actor: "ana" });

    expect(redacted).toMatchObject({ vector: "deleted", warnings: [] });
    expect(await points()).toEqual([]);
  },

  "V11: follows a confirmation by one change of policy, without embedding, and finds the claim meanwhile": async (
    bench,
  ) => {
    const { claim, memory, search, watched, embedder, points } = bench;
    await memory.vectors.work();
    const { id, uid } = await claim("The falcon gateway listens on 7443");
    await memory.vectors.work();
    const embedded = embedder.embedded.passage.length;
    watched.calls.length = 0;
    await memory.claims.confirm([id], { actor: "ana" });

    const meanwhile = await search();
    const report = await memory.vectors.work();

    expect(embedded).toBe(1);
    expect(foundIn(meanwhile)).toEqual([uid]);
    expect(report).toMatchObject({ policies: 1, upserted: 0, depth: { waiting: 0 } });
    expect(embedder.embedded.passage).toHaveLength(1);
    expect([watched.named("setPolicy").length, watched.named("upsert").length]).toEqual([1, 0]);
    expect(await points()).toMatchObject([{ claimUid: uid, status: "confirmed" }]);
  },

  "V16: applies in the next cycle what a process left that was killed after its commit": async (bench) => {
    const { claim, memory, store, points, peer, process, clock, watched } = bench;
    const { kind } = watched.index;
    await memory.vectors.work();
    const { uid } = await claim("The falcon gateway listens on 7443");
    const left = await (await peer()).vectors.depth(kind);
    await store.vectors.lease(kind, { owner: "killed", limit: 50, at: AT, until: "2026-01-02T03:05:05+00:00" });

    const other = process({ store: await peer() });
    const leased = await other.memory.vectors.work();
    clock.advance(MINUTE_MS);
    const report = await other.memory.vectors.work();

    expect(left.waiting).toBe(1);
    expect(leased.upserted).toBe(0);
    expect(report).toMatchObject({ upserted: 1, depth: { waiting: 0 } });
    expect(uidsOf(await points())).toEqual([uid]);
  },

  "embeds anew when the words have changed": async ({ claim, memory, store, points, embedder }) => {
    await memory.vectors.work();
    const stored = await claim("The falcon gateway listens on 7443");
    await memory.vectors.work();
    const [before] = await points();
    const { text, subject, predicate, objectValue, idempotencyKey, contentHash, nearHash, twinHash } = newClaim({
      text: "The falcon gateway listens on 8443",
      idempotencyKey: "other",
    });
    const tuple = { subject, predicate, objectValue };
    const keys = { idempotencyKey, contentHash, nearHash, twinHash };
    const words: ClaimWords = { text, ...tuple, ...keys, normalizedText: undefined };
    await store.claims.replaceWords(stored, cleanRecord(words, {}, REFUSED).record, AT);

    await memory.vectors.work();

    const [after] = await points();
    expect(after?.hash).not.toBe(before?.hash);
    expect(embedder.embedded.passage).toHaveLength(2);
  },

  "keeps a claim out that was erased while its point was on the way": async (bench) => {
    const { claim, memory, points, watched, process } = bench;
    await memory.vectors.work();
    const { id } = await claim("The falcon gateway listens on 7443");
    const eraser = process();
    watched.instead.set("upsert", async (proceed) => {
      await eraser.memory.claims.redact(id, { mode: "erase", actor: "ana" });
      return proceed();
    });

    await memory.vectors.work();

    expect(await points()).toEqual([]);
  },

  "deletes an erased claim's point once more after a minute, for one that came late": async (bench) => {
    const { claim, memory, points, point, clock } = bench;
    await memory.vectors.work();
    const stored = await claim("The falcon gateway listens on 7443");
    await memory.vectors.work();
    await memory.claims.redact(stored.id, { mode: "erase", actor: "ana" });
    await memory.vectors.work();
    await point(stored);

    const early = await memory.vectors.work();
    clock.advance(MINUTE_MS);
    const late = await memory.vectors.work();

    expect(early).toMatchObject({ deleted: 0, depth: { waiting: 1 } });
    expect(late).toMatchObject({ deleted: 1, depth: { waiting: 0 } });
    expect(await points()).toEqual([]);
  },

  "I4: sends fields of the policy, hash, fingerprint and vector, and no word of the claim": async (bench) => {
    const { claim, memory, watched } = bench;
    await memory.vectors.work();
    const words = { subject: "falcon gateway", predicate: "listens on", objectValue: "7443" };
    await claim("The falcon gateway listens on 7443", words);

    await memory.vectors.work();

    const sent = watched.named("upsert").flatMap(({ args }) => args[0] as readonly VectorPoint[]);
    expect(sent.map((point) => Object.keys(point).sort())).toEqual([POINT_FIELDS]);
    expect(JSON.stringify(watched.calls.map(({ args }) => args))).not.toMatch(/falcon|listens|7443|ops\.md/i);
  },

  "I5: holds no point of a claim that is sensitive, redacted, erased, archived or superseded": async (bench) => {
    const { claim, memory, points, clock } = bench;
    await memory.vectors.work();
    const plain = await claim("A plain one");
    const gone = {
      redacted: await claim("A redacted one"),
      erased: await claim("An erased one"),
      archived: await claim("An archived one"),
      superseded: await claim("A superseded one"),
    };
    await claim("A sensitive one", { visibility: "sensitive" });
    await claim("One with a key [REDACTED:api_key]");
    await claim("One whose evidence has a key", {
      citations: [{ source: "a.md", kind: "file", excerpt: "key [REDACTED:api_key]" }],
    });
    await memory.vectors.sync();
    const before = await points();
    await memory.claims.redact(gone.redacted.id, { mode: "redact", actor: "ana" });
    await memory.claims.redact(gone.erased.id, { mode: "erase", actor: "ana" });
    await memory.claims.archive([gone.archived.id], { actor: "ana" });
    await memory.claims.transition(gone.superseded.id, "superseded", { replacedBy: plain.id });
    clock.advance(MINUTE_MS);

    await memory.vectors.work();

    const wanted = [plain, ...Object.values(gone)].map(({ uid }) => uid);
    expect(uidsOf(before)).toEqual(wanted.sort());
    expect(uidsOf(await points())).toEqual([plain.uid]);
    expect(await memory.vectors.reconcile()).toMatchObject({ storeCount: 1, drift: 0 });
  },

  "I6: leaves one point of a claim, however often it is written": async (bench) => {
    const { claim, memory, points, embedder, store, watched } = bench;
    await memory.vectors.work();
    const { id } = await claim("The falcon gateway listens on 7443");
    await memory.vectors.work();
    await memory.vectors.sync();
    await store.vectors.enqueue(watched.index.kind, [id], AT);
    await memory.vectors.work();

    expect(await points()).toHaveLength(1);
    expect(embedder.embedded.passage).toHaveLength(1);
  },

  "I7: fails no ingest, question, redaction or cycle because of the index": async ({ memory, watched, search }) => {
    await memory.vectors.work();
    for (const name of CALLS) watched.instead.set(name, down);

    const ingested = await memory.claims.ingest({ text: "Falcon listens on 7443", citations: [{ source: "a.md" }] });
    const asked = await memory.recall.query({ queryText: "falcon", retrievalMode: "hybrid" });
    await search();
    const redacted = await memory.claims.redact(ingested.claim.id, { mode: "redact", actor: "ana" });

    expect(asked.rows).toHaveLength(1);
    expect(redacted).toMatchObject({ changed: true, vector: "pending" });
    expect(await memory.vectors.work()).toMatchObject({ reason: "index_error" });
    expect(await memory.vectors.sync()).toMatchObject({ total: 0, reason: "index_error" });
    expect(await memory.vectors.reconcile()).toEqual({ skipped: "qdrant_unavailable", reason: "index_error" });
    expect(await memory.vectors.changeModel()).toEqual({ skipped: "index_error" });
  },
};
