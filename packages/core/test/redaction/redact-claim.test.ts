import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import type { MemoryContext, RedactRequest, RedactResult } from "../../src/memory-types.ts";
import { verifyEvents } from "../../src/events/verify-events.ts";
import { historyRow } from "../../src/events/wire.ts";
import { queryClaims } from "../../src/recall/query-claims.ts";
import { pinClaim } from "../../src/claims/pin-claim.ts";
import { claimHistory } from "../../src/events/claim-history.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { redactClaim } from "../../src/redaction/redact-claim.ts";
import { createSealer } from "../../src/security/sealer.ts";
import { EVERYTHING, everything, openContext } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

const SEALER = createSealer(Buffer.alloc(32, 1).toString("base64"), "KEY");

const SPOKEN = {
  text: "The falcon gateway listens on port 7443",
  subject: "falcon gateway",
  predicate: "listens on",
  objectValue: "port 7443",
  citations: [{ source: "docs/falcon.md", locator: "L12", excerpt: "falcon: 7443" }],
};

/** A store with the claim 1 of many words, to which evidence came later, and the claim 2. */
async function filled(overrides: Partial<MemoryContext> = {}): Promise<TestContext> {
  const context = openContext(overrides);
  await ingestClaim(context, SPOKEN, {});
  await ingestClaim(context, { ...SPOKEN, citations: [{ source: "docs/falcon-ops.md", locator: "L3" }] }, {});
  await ingestClaim(context, { text: "Backups run at midnight" }, {});
  context.clock.advance(60_000);
  return context;
}

const redact = (context: MemoryContext, request: Partial<RedactRequest> = {}, ref = 1): Promise<RedactResult> =>
  redactClaim(context, ref, { mode: "erase", actor: "ana", ...request });

const FALCON = /falcon|7443|listens/i;

describe("erasing", () => {
  test("leaves a claim of the same state without any words, with one event that says who and why", async () => {
    const context = await filled();
    const [before] = await context.store.claims.getMany(EVERYTHING, [1], true);

    const { claim, ...rest } = await redact(context, { reason: "asked for by the customer" });

    expect(claim).toEqual({
      ...before,
      text: "[ERASED]",
      subject: undefined,
      predicate: undefined,
      objectValue: undefined,
      contentHash: undefined,
      idempotencyKey: `erased:${before?.uid}`,
      updatedAt: "2026-01-02T03:05:05+00:00",
      version: 2,
      citations: [1, 2].map((id) => ({
        id,
        claimId: 1,
        source: "[ERASED]",
        kind: "other",
        createdAt: "2026-01-02T03:04:05+00:00",
      })),
    });
    expect(rest).toEqual({
      mode: "erase",
      redactClaim: true,
      redactCitations: true,
      changed: true,
      claimRows: 1,
      citationRows: 2,
      eventDetails: 1,
      vector: undefined,
      eventId: 4,
      sealed: false,
      files: undefined,
      warnings: [],
    });
    const { entries } = await claimHistory(context, 1);
    expect(entries.map(historyRow).slice(1)).toMatchObject([
      { event_type: "citation", payload: { content: "[ERASED]" } },
      {
        event_type: "audit",
        details: "claim_payload_erased",
        timestamp: "2026-01-02T03:05:05+00:00",
        payload: {
          actor: "ana",
          mode: "erase",
          redact_claim: true,
          redact_citations: true,
          reason: "asked for by the customer",
        },
      },
    ]);
    expect(await verifyEvents(context)).toMatchObject({ events: 4, valid: true });
    expect(JSON.stringify(await everything(context))).not.toMatch(FALCON);
  });

  test("keeps a key that the caller gave", async () => {
    const context = openContext();
    await ingestClaim(context, { ...SPOKEN, idempotencyKey: "import:77" }, {});

    const { claim } = await redact(context);

    expect(claim.idempotencyKey).toBe("import:77");
  });

  test("of the claim alone leaves its citations, and the other way round", async () => {
    const claimAlone = await redact(await filled(), { citations: false });
    const citationsAlone = await redact(await filled(), { claim: false });

    expect([claimAlone.claim.text, claimAlone.claim.citations[0]?.source]).toEqual(["[ERASED]", "docs/falcon.md"]);
    expect(claimAlone).toMatchObject({ claimRows: 1, citationRows: 0, eventDetails: 1 });
    expect([citationsAlone.claim.text, citationsAlone.claim.citations[0]?.source]).toEqual([SPOKEN.text, "[ERASED]"]);
    expect(citationsAlone).toMatchObject({ claimRows: 0, citationRows: 2, eventDetails: 1 });
    expect([claimAlone.claim.version, citationsAlone.claim.version]).toEqual([2, 2]);
  });

  test("a second time writes nothing and says so", async () => {
    const context = await filled();
    await redact(context);
    const before = await everything(context);

    const again = await redact(context);

    expect(again).toMatchObject({ changed: false, claimRows: 0, citationRows: 0, eventDetails: 0, eventId: undefined });
    expect(await everything(context)).toEqual(before);
  });

  test("takes the rest of what was redacted, its seal too", async () => {
    const context = await filled({ sealer: SEALER });
    const { eventId = 0 } = await redact(context, { mode: "redact" });

    const erased = await redact(context);

    expect(erased).toMatchObject({ claimRows: 1, citationRows: 2, claim: { text: "[ERASED]" } });
    expect(await context.store.seals.get(eventId - 1)).toBeUndefined();
  });

  test("names the events in which people have repeated the words", async () => {
    const context = await filled();
    await transitionClaim(context, 1, { to: "confirmed", reason: "seen: falcon GATEWAY is up" });

    expect((await redact(context)).warnings).toEqual(["words_remain_in_events:4"]);
  });

  test.each(["the Falcon Gateway was renamed", "7443 is no longer in use", "see docs/falcon.md"])(
    "refuses a reason that repeats the words: %s",
    async (reason) => {
      const context = await filled();
      const before = await everything(context);

      const repeated = redact(context, { reason });

      await expect(repeated).rejects.toMatchObject({ code: "input.invalid", details: { field: "reason" } });
      expect(await everything(context)).toEqual(before);
    },
  );

  test.each(["it listens no more", "12 months are over"])("takes a reason of everyday words: %s", async (reason) => {
    expect(await redact(await filled(), { reason })).toMatchObject({ changed: true });
  });

  test("lets the same words be stored again as another claim", async () => {
    const context = await filled();
    await redact(context);

    const again = await ingestClaim(context, SPOKEN, {});

    expect(again).toMatchObject({ deduplicated: false, claim: { id: 3, text: SPOKEN.text }, warnings: [] });
  });
});

describe("redacting", () => {
  test("puts markers where words were", async () => {
    const { claim, sealed } = await redact(await filled(), { mode: "redact" });

    expect(sealed).toBe(false);
    expect(claim).toMatchObject({
      text: "[REDACTED_CLAIM_TEXT]",
      subject: `[REDACTED_CLAIM_SUBJECT:${claim.uid.slice(-12)}]`,
      predicate: "[REDACTED_CLAIM_PREDICATE]",
      objectValue: "[REDACTED_CLAIM_OBJECT]",
      idempotencyKey: `redacted:${claim.uid}`,
      status: "candidate",
      version: 2,
    });
    expect(claim.citations.map(({ source, locator, excerpt, path }) => [source, locator, excerpt, path])).toEqual([
      ["[REDACTED_CITATION_SOURCE]", "[REDACTED_CITATION_LOCATOR]", "[REDACTED_CITATION_EXCERPT]", undefined],
      ["[REDACTED_CITATION_SOURCE]", "[REDACTED_CITATION_LOCATOR]", undefined, undefined],
    ]);
  });

  test("seals the original with a key, in the event before the one that tells of it", async () => {
    const context = await filled({ sealer: SEALER });

    const { sealed, eventId } = await redact(context, { mode: "redact" });

    const entries = await context.store.events.history(1, 2);
    expect([sealed, eventId]).toEqual([true, 5]);
    expect(entries.map(({ event }) => [event.id, event.details, event.payloadJson])).toEqual([
      [4, "sensitive_payload_encrypted", '{"fields":["text","subject","predicate","object_value","citations"]}'],
      [
        5,
        "claim_payload_redacted",
        '{"actor":"ana","mode":"redact","redact_citations":true,"redact_claim":true,"sealed_event_id":4}',
      ],
    ]);
    const seal = await context.store.seals.get(4);
    expect(seal?.sealed).toMatch(/^v1:/);
    expect(SEALER.open(seal?.sealed ?? "")).toMatch(FALCON);
    expect(JSON.stringify(await everything(context))).not.toMatch(FALCON);
  });

  test("an erased claim changes nothing", async () => {
    const context = await filled({ sealer: SEALER });
    await redact(context);
    const before = await everything(context);

    expect(await redact(context, { mode: "redact" })).toMatchObject({ changed: false, claim: { text: "[ERASED]" } });
    expect(await everything(context)).toEqual(before);
  });

  test("two confirmed claims of one scope is no conflict of subjects", async () => {
    const context = openContext();
    for (const subject of ["api", "worker"]) {
      const { claim } = await ingestClaim(context, { ...SPOKEN, text: `${subject} up`, subject }, {});
      await transitionClaim(context, claim.id, { to: "confirmed" });
    }

    const done = [await redact(context, { mode: "redact" }, 1), await redact(context, { mode: "redact" }, 2)];

    expect(done.map(({ claim }) => claim.status)).toEqual(["confirmed", "confirmed"]);
  });
});

describe.each(["redact", "erase"] as const)("what is gone by %s", (mode) => {
  test("is never answered, not even when it is pinned", async () => {
    const context = await filled();
    await pinClaim(context, 1, true);
    await redact(context, { mode });

    for (const queryText of ["falcon gateway port 7443", "backups at midnight", "redacted erased claim text subject"]) {
      const { rows } = await queryClaims(context, { queryText });
      expect(rows.map(({ claim }) => claim.id).filter((id) => id === 1)).toEqual([]);
    }
  });

  test("is not in the text index, and does not come back into it when the claim changes", async () => {
    const context = await filled();
    await redact(context, { mode });
    const after = await context.store.search.indexStats();

    const confirmed = await transitionClaim(context, 1, { to: "confirmed" });
    await transitionClaim(context, 1, { to: "archived" });

    expect(confirmed.status).toBe("confirmed");
    expect(after.claims).toBe(1);
    expect(await context.store.search.indexStats()).toMatchObject({ claims: 1, terms: after.terms });
  });
});

describe("a request", () => {
  test.each([
    ["an unknown mode", { mode: "hide" }, "mode"],
    ["nothing to take", { claim: false, citations: false }, "redact_claim"],
    ["no actor", { actor: "  " }, "actor"],
  ])("with %s is refused", async (_, request, field) => {
    const context = await filled();

    await expect(redact(context, request as Partial<RedactRequest>)).rejects.toMatchObject({ details: { field } });
  });

  test("for a claim that is not there says so", async () => {
    await expect(redact(await filled(), {}, 99)).rejects.toMatchObject({ code: "claim.not_found" });
  });

  test("is for those who may delete", async () => {
    const context = await filled({ authority: { ...LOCAL_OPERATOR, role: "writer" } });

    await expect(redact(context)).rejects.toMatchObject({ code: "access.denied", details: { action: "delete" } });
  });

  test("for another tenant's claim finds nothing", async () => {
    const context = await filled();
    const stranger = { ...context, authority: { ...LOCAL_OPERATOR, tenantId: "acme" } };

    await expect(redact(stranger)).rejects.toMatchObject({ code: "claim.not_found" });
  });
});
