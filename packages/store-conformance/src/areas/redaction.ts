import { CITATION_ROLES, CLAIM_WORDS_ROLES, cleanRecord, createSealer, DUMP_TABLES } from "@memorymaster/core";
import type { CitationWords, Claim, Clean, ClaimWords, Store } from "@memorymaster/core";
import { newClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { append, AT, eventsOf, failure, failureCode, getOne, insertOne, insertTexts, OPERATOR } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { REDACTION } from "../requirements/redaction.ts";

const ANA = { actor: "ana" };
const WORDS = ["quokka", "zephyr", "marmot", "ledgerbook", "paragraph"];
const LATER = "2026-01-03T00:00:00+00:00";

const INPUT = {
  text: "The quokka feeds the zephyr",
  subject: "quokka",
  predicate: "feeds",
  objectValue: "zephyr",
  citations: [{ source: "docs/marmot.md", locator: "ledgerbook", excerpt: "the paragraph that says so" }],
};

/** Words that some row of the store, or its text index, still holds. */
async function wordsIn(store: Store): Promise<readonly string[]> {
  const tables = await Promise.all(DUMP_TABLES.map((table) => store.dump.read(table, undefined, 100)));
  const text = JSON.stringify(tables).toLowerCase();
  const terms = await store.search.termCounts(OPERATOR, WORDS, 9);
  return WORDS.filter((word) => text.includes(word) || terms.has(word));
}

const wordsOf = (claim: Claim): ClaimWords => {
  const { text, subject, predicate, objectValue, normalizedText, idempotencyKey, contentHash } = claim;
  const { nearHash, twinHash } = newClaim({ text });
  return { text, subject, predicate, objectValue, normalizedText, idempotencyKey, contentHash, nearHash, twinHash };
};

const cleanWords = (words: ClaimWords): Clean<ClaimWords> =>
  cleanRecord(words, CLAIM_WORDS_ROLES, { onSecret: "reject" }).record;
const cleanEvidence = (words: CitationWords): Clean<CitationWords> =>
  cleanRecord(words, CITATION_ROLES, { onSecret: "reject" }).record;

const GONE = { contentHash: undefined, nearHash: undefined, twinHash: undefined };

export const redactionTests: AreaTests<typeof REDACTION> = {
  "redaction.words": async ({ store, memory, clock }) => {
    await memory().claims.ingest(INPUT);
    await append(store, { claimId: 1, content: { words: "paragraph" } });
    const before = await eventsOf(store);
    clock.advance(86_400_000);

    const result = await memory().claims.redact(1, { ...ANA, mode: "redact", reason: "asked for" });

    expect(result).toMatchObject({ changed: true, claimRows: 1, citationRows: 1, eventDetails: 1, sealed: true });
    expect(await wordsIn(store)).toEqual([]);
    const claim = await getOne(store, 1);
    expect(claim).toMatchObject({
      text: "[REDACTED_CLAIM_TEXT]",
      status: "candidate",
      version: 2,
      updatedAt: "2026-01-03T03:04:05+00:00",
    });
    expect(claim.citations).toMatchObject([{ id: 1, source: "[REDACTED_CITATION_SOURCE]", kind: "other" }]);
    expect(await store.search.indexStats()).toEqual({ claims: 0, terms: 0 });
    expect((await memory().recall.query({ queryText: "quokka zephyr redacted claim text" })).rows).toEqual([]);
    expect((await eventsOf(store)).slice(0, before.length)).toEqual(before);
    expect((await memory().events.verify()).valid).toBe(true);
  },

  "redaction.erase": async ({ store, memory }) => {
    await memory().claims.ingest(INPUT);
    await append(store, { claimId: 1, content: { words: "marmot" } });
    await memory().claims.redact(1, { ...ANA, mode: "redact" });
    const sealed = (await eventsOf(store)).map(({ id }) => id);

    await memory().claims.redact(1, { ...ANA, mode: "erase" });

    expect(await wordsIn(store)).toEqual([]);
    expect(await Promise.all(sealed.map((id) => store.seals.get(id)))).toEqual(sealed.map(() => undefined));
    const { entries, claim } = await memory().events.history(1);
    expect([claim.subject, claim.objectValue, claim.contentHash]).toEqual([undefined, undefined, undefined]);
    expect(entries.map(({ content }) => content)).toEqual(entries.map(() => undefined));
    expect(entries.at(-1)?.event).toMatchObject({ eventType: "audit", details: "claim_payload_erased" });
    expect((await memory().events.verify()).valid).toBe(true);
  },

  "redaction.parts": async ({ store, memory }) => {
    await memory().claims.ingest(INPUT);
    await memory().claims.ingest({ ...INPUT, scope: "user" });
    const [claim, other] = [await getOne(store, 1), await getOne(store, 2)];

    await memory().claims.redact(1, { ...ANA, mode: "redact", claim: false });
    await memory().claims.redact(2, { ...ANA, mode: "redact", citations: false });

    const read = [await getOne(store, 1), await getOne(store, 2)];
    expect(read.map(({ text }) => text)).toEqual([claim.text, "[REDACTED_CLAIM_TEXT]"]);
    expect(read[0]?.citations).toMatchObject([{ source: "[REDACTED_CITATION_SOURCE]" }]);
    expect(read[1]?.citations).toEqual(other.citations);
    expect((await store.search.indexStats()).claims).toBe(1);
    expect(
      await failureCode(memory().claims.redact(1, { ...ANA, mode: "redact", claim: false, citations: false })),
    ).toBe("input.invalid");
  },

  "redaction.once": async ({ store, memory }) => {
    await memory().claims.ingest(INPUT);
    for (const mode of ["redact", "erase"] as const) {
      await memory().claims.redact(1, { ...ANA, mode });
      const before = [await eventsOf(store), await getOne(store, 1)];
      const again = await memory().claims.redact(1, { ...ANA, mode });
      expect([again.changed, again.eventId]).toEqual([false, undefined]);
      expect([await eventsOf(store), await getOne(store, 1)]).toEqual(before);
    }
  },

  "redaction.sealed": async ({ store, memory }) => {
    await memory().claims.ingest(INPUT);
    await append(store, { claimId: 1, content: { words: "marmot" } });
    const before = [await getOne(store, 1), await store.events.history(1, 9), await store.search.indexStats()];
    const { eventId = 0 } = await memory().claims.redact(1, { ...ANA, mode: "redact" });
    const otherKey = createSealer(Buffer.alloc(32, 8).toString("base64"), "KEY");

    for (const sealer of [undefined, otherKey]) {
      expect(await failureCode(memory({ sealer }).governance.undo(eventId, ANA))).toBe("undo.blocked");
    }
    expect(await wordsIn(store)).toEqual([]);
    await memory().governance.undo(eventId, ANA);

    const entries = (await store.events.history(1, 9)).slice(0, 2);
    const claim = await getOne(store, 1);
    const same = { ...claim, version: 1, updatedAt: AT };
    expect([same, entries, await store.search.indexStats()]).toEqual(before);
    expect((await memory().recall.query({ queryText: "quokka" })).rows).toHaveLength(1);
  },

  "redaction.erased_for_good": async ({ store, memory }) => {
    await memory().claims.ingest(INPUT);
    const redacted = await memory().claims.redact(1, { ...ANA, mode: "redact" });
    const erased = await memory().claims.redact(1, { ...ANA, mode: "erase" });

    for (const { eventId = 0 } of [redacted, erased]) {
      expect((await failure(memory().governance.undo(eventId, ANA))).code).toBe("undo.blocked");
    }
    expect(await wordsIn(store)).toEqual([]);
  },

  "redaction.fact_again": async ({ store, memory }) => {
    for (const mode of ["redact", "erase"] as const) {
      const { claim } = await memory().claims.ingest({ ...INPUT, text: `${INPUT.text} (${mode})` });
      await memory().claims.redact(claim.id, { ...ANA, mode });
      const again = await memory().claims.ingest({ ...INPUT, text: `${INPUT.text} (${mode})` });
      expect([again.deduplicated, again.claim.id]).toEqual([false, claim.id + 1]);
      expect(await getOne(store, claim.id)).not.toMatchObject({ text: again.claim.text });
    }
  },

  "redaction.replace_words": async ({ store }) => {
    const [one, two] = await insertTexts(store, "alpha one", "beta two");
    if (one === undefined || two === undefined) return expect.unreachable();
    const gone = cleanWords({ ...wordsOf(one), ...GONE, text: "[GONE]", idempotencyKey: "gone" });

    expect(await store.claims.replaceWords({ id: 1, version: 2 }, gone, LATER)).toBeUndefined();
    expect(await store.claims.replaceWords({ id: 99, version: 1 }, gone, LATER)).toBeUndefined();
    const without = await store.claims.replaceWords(one, gone, LATER);
    expect(without).toMatchObject({ text: "[GONE]", contentHash: undefined, version: 2, updatedAt: LATER });
    expect((await store.search.indexStats()).claims).toBe(1);

    const taken = cleanWords({ ...wordsOf(one), idempotencyKey: two.idempotencyKey });
    expect(await failureCode(store.claims.replaceWords({ id: 1, version: 2 }, taken, LATER))).toBe("claim.duplicate");
    await store.claims.replaceWords({ id: 1, version: 2 }, cleanWords(wordsOf(one)), AT);
    expect(await getOne(store, 1)).toEqual({ ...one, version: 3 });
    expect(await store.search.termCounts(OPERATOR, ["alpha", "beta", "gone"], 9)).toEqual(
      new Map([
        ["alpha", 1],
        ["beta", 1],
      ]),
    );
  },

  "redaction.replace_citations": async ({ store }) => {
    const { citations } = await insertOne(store, {
      citations: [
        { source: "a", kind: "other" },
        { source: "b", kind: "other" },
      ],
    });
    const [first] = citations;
    if (first === undefined) return expect.unreachable();
    const { claimId, ...words } = first;

    const kept = { ...words, source: "rewritten", excerpt: "with words" };
    const added = { ...words, id: 7, source: "brought back", createdAt: LATER };
    await store.claims.replaceCitations(claimId, [cleanEvidence(kept), cleanEvidence(added)]);

    expect((await getOne(store, 1)).citations).toEqual([
      { claimId, ...kept },
      { claimId, ...added },
    ]);
    const other = await insertOne(store, { text: "another" });
    expect(await failureCode(store.claims.replaceCitations(other.id, [cleanEvidence(kept)]))).toBe("store.constraint");
    expect((await getOne(store, other.id)).citations).toEqual(other.citations);
    await store.claims.replaceCitations(claimId, []);
    expect((await getOne(store, 1)).citations).toEqual([]);
    expect(await failureCode(store.claims.replaceCitations(99, [cleanEvidence(kept)]))).toBe("store.constraint");
  },

  "redaction.seals": async ({ store }) => {
    await insertTexts(store, "one", "two");
    await append(store, { claimId: 1 }, { claimId: 2 }, { claimId: 1 });
    const seal = (eventId: number, claimId: number) => ({ eventId, claimId, sealed: `v1:${eventId}`, createdAt: AT });

    for (const [event, claim] of [
      [1, 1],
      [2, 2],
      [3, 1],
    ] as const) {
      await store.seals.put(seal(event, claim));
    }
    await store.seals.put({ ...seal(1, 1), sealed: "v1:again" });

    expect(await store.seals.get(1)).toEqual({ ...seal(1, 1), sealed: "v1:again" });
    expect([await store.seals.removeOf(1), await store.seals.removeOf(1)]).toEqual([2, 0]);
    expect([await store.seals.get(1), await store.seals.get(2)]).toEqual([undefined, seal(2, 2)]);
    expect(await failureCode(store.seals.put(seal(3, 99)))).toBe("store.constraint");
  },
};
