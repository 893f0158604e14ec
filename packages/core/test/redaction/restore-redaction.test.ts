import { describe, expect, test } from "vitest";

import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import type { MemoryContext, RedactRequest } from "../../src/memory-types.ts";
import type { MemoryEvent } from "../../src/events/event.ts";
import { verifyEvents } from "../../src/events/verify-events.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { queryClaims } from "../../src/recall/query-claims.ts";
import { redactClaim } from "../../src/redaction/redact-claim.ts";
import { repeatRedaction, restoreRedaction } from "../../src/redaction/restore-redaction.ts";
import { createSealer } from "../../src/security/sealer.ts";
import { EVERYTHING, openContext } from "../support/open-context.ts";

const SEALER = createSealer(Buffer.alloc(32, 1).toString("base64"), "KEY");
const OTHER_SEALER = createSealer(Buffer.alloc(32, 2).toString("base64"), "KEY");

const SPOKEN = {
  text: "The falcon gateway listens on port 7443",
  subject: "falcon gateway",
  predicate: "listens on",
  objectValue: "port 7443",
  citations: [{ source: "docs/falcon.md", locator: "L12", excerpt: "falcon: 7443" }],
};

/** A store with one claim, evidence of which came by an event of its own. */
async function filled(overrides: Partial<MemoryContext> = {}): Promise<MemoryContext> {
  const context = openContext({ sealer: SEALER, ...overrides });
  await ingestClaim(context, SPOKEN, {});
  await ingestClaim(context, { ...SPOKEN, citations: [{ source: "docs/falcon-ops.md" }] }, {});
  return context;
}

async function state({ store }: MemoryContext): Promise<unknown> {
  const [claim] = await store.claims.getMany(EVERYTHING, [1], true);
  const contents = (await store.events.history(1, 100)).flatMap(({ content }) => content ?? []);
  return { claim: { ...claim, version: 0 }, contents, index: (await store.search.indexStats()).terms };
}

/** Redacts claim 1 and returns the event that tells of it. */
async function redacted(context: MemoryContext, request: Partial<RedactRequest> = {}): Promise<MemoryEvent> {
  await redactClaim(context, 1, { mode: "redact", actor: "ana", ...request });
  const entry = (await context.store.events.history(1, 1))[0];
  if (entry === undefined) throw new RangeError("nothing was recorded");
  return entry.event;
}

const restored = (context: MemoryContext, event: MemoryEvent) =>
  context.store.transaction(() => restoreRedaction(context, event));

describe("undoing a redaction", () => {
  test("brings back claim, citations, side rows of events and the text index", async () => {
    const context = await filled();
    const before = await state(context);
    const event = await redacted(context);

    const { fields } = await restored(context, event);

    expect(fields).toEqual(["text", "subject", "predicate", "object_value", "citations"]);
    expect(await state(context)).toEqual(before);
    expect((await queryClaims(context, { queryText: "falcon port" })).rows).toHaveLength(1);
    expect(await verifyEvents(context)).toMatchObject({ valid: true });
    expect((await context.store.claims.findIdentityMatches(await lookup(context))).length).toBe(1);
  });

  test("brings back that part alone which it took", async () => {
    const context = await filled();
    const first = await redacted(context, { citations: false });
    await redacted(context, { claim: false });

    await restored(context, first);

    const [claim] = await context.store.claims.getMany(EVERYTHING, [1], true);
    expect([claim?.text, claim?.citations[0]?.source]).toEqual([SPOKEN.text, "[REDACTED_CITATION_SOURCE]"]);
  });

  test("keeps evidence that came later", async () => {
    const context = await filled();
    const event = await redacted(context, { claim: false });
    await ingestClaim(context, { ...SPOKEN, citations: [{ source: "docs/later.md" }] }, {});

    await restored(context, event);

    const [claim] = await context.store.claims.getMany(EVERYTHING, [1], true);
    expect(claim?.citations.map(({ source }) => source)).toEqual([
      "docs/falcon.md",
      "docs/falcon-ops.md",
      "docs/later.md",
    ]);
  });

  test("can itself be undone, and that again", async () => {
    const context = await filled();
    const before = await state(context);
    const event = await redacted(context);
    const gone = await state(context);
    await restored(context, event);

    await context.store.transaction(() => repeatRedaction(context, event));
    const goneAgain = await state(context);
    await restored(context, event);

    expect(goneAgain).toEqual(gone);
    expect(await state(context)).toEqual(before);
  });

  test("gives the claim a free key when the same words were stored again meanwhile", async () => {
    const context = await filled();
    const event = await redacted(context);
    const { claim: other } = await ingestClaim(context, { text: SPOKEN.text }, {});

    await restored(context, event);

    const [claim] = await context.store.claims.getMany(EVERYTHING, [1], false);
    expect(other.id).toBe(2);
    expect([claim?.contentHash, claim?.idempotencyKey]).toEqual([`${other.contentHash}~2`, `${other.contentHash}~2`]);
  });

  test.each<readonly [string, (context: MemoryContext) => Promise<MemoryContext>]>([
    ["another key is set", async (context) => ({ ...context, sealer: OTHER_SEALER })],
    ["no key is set", async (context) => ({ ...context, sealer: undefined })],
    [
      "the claim was erased since",
      async (context) => {
        await redactClaim(context, 1, { mode: "erase", actor: "ana" });
        return context;
      },
    ],
    [
      "another claim is confirmed for its subject and predicate now",
      async (context) => {
        await transitionClaim(context, 1, { to: "confirmed" });
        const { claim } = await ingestClaim(
          context,
          { ...SPOKEN, text: "It listens on 8443", objectValue: "8443" },
          {},
        );
        await transitionClaim(context, claim.id, { to: "confirmed" });
        return context;
      },
    ],
  ])("is refused when %s, and nothing changes", async (_, change) => {
    const context = await filled();
    const event = await redacted(context);
    const changed = await change(context);
    const before = await state(context);

    await expect(restored(changed, event)).rejects.toMatchObject({ code: "undo.blocked" });
    expect(await state(context)).toEqual(before);
  });

  test("is refused when no key was set at the time", async () => {
    const context = await filled({ sealer: undefined });
    const event = await redacted(context);

    await expect(restored({ ...context, sealer: SEALER }, event)).rejects.toMatchObject({ code: "undo.blocked" });
  });
});

async function lookup({ store }: MemoryContext) {
  const [claim] = await store.claims.getMany(EVERYTHING, [1], false);
  const [match] = await store.claims.findIdentityMatches({
    idempotencyKeys: [],
    contentHashes: [claim?.contentHash ?? ""],
    nearHashes: [],
    twinHashes: [],
    tuples: [],
  });
  const hashes = { nearHashes: [match?.nearHash ?? ""], twinHashes: [match?.twinHash ?? ""] };
  return { idempotencyKeys: [], contentHashes: [], tuples: [], ...hashes };
}
