import { CLAIM_WORDS_ROLES, cleanRecord } from "@memorymaster/core";
import type { DumpRow } from "@memorymaster/core";
import { cleanCitation, newClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { AT, eventsOf, EVERYTHING, getOne, insertOne, insertTexts } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { VECTORS } from "../requirements/vectors.ts";
import { exported, pieces } from "./dump-support.ts";
import { elsewhere, merge, REPLICA } from "./merge-support.ts";
import { drained, LATER, take } from "./vectors-support.ts";

const ANA = { actor: "ana" };

type Changes = Pick<
  typeof VECTORS,
  | "vectors.insert"
  | "vectors.words"
  | "vectors.status"
  | "vectors.columns"
  | "vectors.unchanged"
  | "vectors.paths"
  | "vectors.rolled_back"
  | "vectors.committed"
>;

/** What enqueues a claim, and what does not. */
export const changeTests: AreaTests<Changes> = {
  "vectors.insert": async ({ store, memory }) => {
    await insertOne(store, { text: "Before there is an index" });
    for (const name of ["a", "b"]) await store.vectors.register(name);

    await insertTexts(store, "two", "three");
    await memory().claims.ingestMany([
      { line: 1, input: { text: "The api listens on port 8443" } },
      { line: 2, input: { text: "The shop runs in Rome" } },
    ]);

    expect([await drained(store, "a"), await drained(store, "b")]).toEqual([
      [2, 3, 4, 5],
      [2, 3, 4, 5],
    ]);
  },

  "vectors.words": async ({ store, memory }) => {
    await store.vectors.register("a");
    await memory().claims.ingest({ text: "The quokka feeds the zephyr", subject: "quokka", predicate: "feeds" });
    const taken = [await drained(store)];

    const { version } = await getOne(store, 1);
    const { text, subject, predicate, objectValue, idempotencyKey, contentHash, nearHash, twinHash } = newClaim({
      text: "The quokka feeds nobody",
    });
    const words = { text, subject, predicate, objectValue, idempotencyKey, contentHash, nearHash, twinHash };
    const clean = cleanRecord({ ...words, normalizedText: undefined }, CLAIM_WORDS_ROLES, {
      onSecret: "reject",
    }).record;
    await store.claims.replaceWords({ id: 1, version }, clean, LATER);
    expect((await store.vectors.depth("a")).oldest).toBe(LATER);
    taken.push(await drained(store));
    for (const mode of ["redact", "erase"] as const) {
      await memory().claims.redact(1, { ...ANA, mode });
      taken.push(await drained(store));
    }

    expect(taken).toEqual([[1], [1], [1], [1]]);
  },

  "vectors.status": async ({ store, memory }) => {
    await store.vectors.register("a");
    const { claims } = memory();
    await insertTexts(store, "one", "two", "three");
    await drained(store);
    const taken = async (change: Promise<unknown>): Promise<readonly number[]> => {
      await change;
      return drained(store);
    };

    expect(await taken(claims.confirm([1], ANA))).toEqual([1]);
    expect(await taken(claims.transition(1, "stale"))).toEqual([1]);
    expect(await taken(claims.transition(1, "superseded", { replacedBy: 2 }))).toEqual([1]);
    expect(await taken(claims.archive([3], ANA))).toEqual([3]);
  },

  "vectors.columns": async ({ store }) => {
    await store.vectors.register("a");
    await insertOne(store, { subject: "api", predicate: "listens on", objectValue: "8443" });
    await drained(store);
    const columns: readonly DumpRow[] = [
      { subject: "the api" },
      { predicate: "answers on" },
      { object_value: "8444" },
      { scope: "user" },
      { visibility: "private" },
      { tenant_id: "acme" },
      { content_hash: "ab".repeat(32) },
      { content_hash: null },
      { text: "[REDACTED]" },
    ];

    for (const changed of columns) {
      await store.dump.amend(1, changed);
      expect([changed, await drained(store)]).toEqual([changed, [1]]);
    }
  },

  "vectors.unchanged": async ({ store, memory }) => {
    await store.vectors.register("a");
    const { uid, text } = await insertOne(store);
    await drained(store);

    await memory().claims.pin(1, true);
    await store.claims.recordAccesses([{ uid, at: AT }]);
    await store.claims.recomputeTiers(EVERYTHING, { coreSince: AT, peripheralUntil: LATER });
    await store.claims.addCitations(1, [cleanCitation({ source: "docs/ops.md", kind: "file" })], AT);
    const { version } = await getOne(store, 1);
    await store.claims.update(1, version, { status: "candidate", confidence: 0.9, tier: "core", updatedAt: LATER });
    await store.dump.amend(1, { text, scope: "project:demo", idempotency_key: "another" });
    await store.upkeep.repairIndex();

    expect(await drained(store)).toEqual([]);
  },

  "vectors.paths": async (world) => {
    const { store, memory, another } = world;
    await memory().claims.ingest({ text: "CI runs on Jenkins" });
    await memory().claims.ingest({ text: "CI runs on Buildkite" });
    await store.vectors.register("a");
    await memory().claims.redact(1, { ...ANA, mode: "redact" });
    await drained(store);
    await memory().governance.undo((await eventsOf(store)).at(-1)?.id ?? 0, ANA);
    expect(await drained(store)).toEqual([1]);

    const target = await another();
    await target.store.vectors.register("a");
    await target.memory().transfer.importLines(pieces(await exported(memory())));
    expect(await drained(target.store)).toEqual([1, 2]);

    const source = await elsewhere(world);
    await source.memory().claims.ingest({ text: "The shop runs in Rome" });
    await merge(source, target, REPLICA);
    expect(await drained(target.store)).toEqual([3]);
    source.clock.advance(60_000);
    await source.memory().claims.archive([1], ANA);
    await merge(source, target, REPLICA);
    expect(await drained(target.store)).toEqual([3]);
    await merge(source, target, REPLICA);
    expect(await drained(target.store)).toEqual([]);
  },

  "vectors.rolled_back": async ({ store }) => {
    await store.vectors.register("a");
    const failing = (text: string): Promise<unknown> =>
      store.transaction(async () => {
        await insertOne(store, { text });
        throw new RangeError("rolled back");
      });

    await expect(failing("never")).rejects.toThrow("rolled back");
    expect(await drained(store)).toEqual([]);
    await store.transaction(async () => {
      await insertOne(store, { text: "kept" });
      await failing("taken back").catch(() => undefined);
    });

    const entries = await take(store);
    const held = await store.vectors.byIds(
      EVERYTHING,
      entries.map(({ claimId }) => claimId),
    );
    expect(held.map(({ text }) => text)).toEqual(["kept"]);
    expect(entries).toHaveLength(1);
  },

  "vectors.committed": async ({ store, peer }) => {
    const other = await peer();
    await other.vectors.register("a");

    await insertOne(store);

    expect(await other.vectors.depth("a")).toEqual({ waiting: 1, stuck: 0, oldest: AT });
    expect(await drained(other)).toEqual([1]);
    expect(await drained(store)).toEqual([]);
  },
};
