import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MemoryMasterError } from "../../src/errors/errors.ts";
import { ingestMany } from "../../src/ingest/ingest-many.ts";
import type { ClaimInput } from "../../src/ingest/types.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { openContext } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";
import { allClaims, allEvents, change, ingest, shownRow } from "./ingest-steps.ts";

const TEXTS = [
  "CI runs on Jenkins",
  "ci runs on jenkins",
  "CI runs on Jenkins.",
  "CI runs on Buildkite",
  "Correction: CI runs on Buildkite",
  "Release freeze starts on 15 October",
  "Release freeze starts on 16 October",
  "Release freeze never starts on 16 October",
  "The db port of the shop is 5432",
  "The db port of the shop is 5433",
  "The OpenAI quota is currently exhausted",
  "session alive 12:00",
  "🚀",
  " ",
];

const INPUT: fc.Arbitrary<ClaimInput> = fc.record(
  {
    text: fc.constantFrom(...TEXTS),
    subject: fc.constantFrom("db", "DB", "ci"),
    predicate: fc.constantFrom("port", "tool"),
    objectValue: fc.constantFrom("5432", "5433"),
    idempotencyKey: fc.constantFrom("k1", "k2", "hash-f034d8694344250f"),
    scope: fc.constantFrom("project", "user", "global"),
    visibility: fc.constantFrom("public" as const, "private" as const),
    sourceAgent: fc.constantFrom("ana", "luis"),
    supersedes: fc.constantFrom(1, 2, "mm-ff61", 99),
    validUntil: fc.constantFrom("2025-01-01", "2027-01-01"),
    citations: fc.array(fc.record({ source: fc.constantFrom("a.md", "b.md") }), { maxLength: 2 }),
  },
  { requiredKeys: ["text"] },
);

/** A store with claims in every state, before anything is ingested. */
async function seeded(): Promise<TestContext> {
  const context = openContext();
  for (const text of ["CI runs on Jenkins", "Release freeze starts on 15 October", "CI runs on Buildkite"])
    await ingest(context, text);
  await change(context, 1, { status: "superseded", replacedByClaimId: 3 });
  await change(context, 2, { status: "archived" });
  await change(context, 3, { status: "confirmed" });
  context.clock.advance(60_000);
  return context;
}

/** Uids and event ids aside: refused claims use some up, in another order. */
async function visibleState(context: MemoryContext): Promise<unknown> {
  const claims = await allClaims(context);
  const events = (await allEvents(context)).filter(({ claimId }) => claimId !== undefined);
  const proposals = await context.store.proposals.listOpen(claims.map(({ id }) => id));
  return {
    claims: claims.map((claim) => ({ ...claim, uid: undefined })),
    events,
    proposals: proposals.map((proposal) => ({ ...proposal, eventId: undefined })),
  };
}

async function oneByOne(context: MemoryContext, inputs: readonly ClaimInput[]): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (const [index, input] of inputs.entries()) {
    try {
      const { claim, deduplicated, warnings } = await ingest(context, input);
      rows.push([index + 1, claim.id, deduplicated, warnings]);
    } catch (error) {
      rows.push([index + 1, error instanceof MemoryMasterError ? error.code : error]);
    }
  }
  return rows;
}

describe("the outcome of a bulk", () => {
  it("is that of ingesting its lines one by one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(INPUT, { maxLength: 16 }), async (inputs) => {
        const [bulk, single] = [await seeded(), await seeded()];

        const { rows } = await ingestMany(
          bulk,
          inputs.map((input, index) => ({ line: index + 1, input })),
        );

        expect(rows.map(shownRow)).toEqual(await oneByOne(single, inputs));
        expect(await visibleState(bulk)).toEqual(await visibleState(single));
      }),
      { numRuns: 60 },
    );
  });

  it("finds no conflict between tuples in other capitals, as one by one finds none", async () => {
    const [bulk, single] = [openContext(), openContext()];
    const inputs = [
      { text: "See the table", subject: "DB", predicate: "port", objectValue: "5432" },
      { text: "See the wiki", subject: "db", predicate: "port", objectValue: "5433" },
    ];

    const { rows } = await ingestMany(
      bulk,
      inputs.map((input, index) => ({ line: index + 1, input })),
    );

    expect(rows.map(shownRow)).toEqual(await oneByOne(single, inputs));
    expect(await visibleState(bulk)).toEqual(await visibleState(single));
  });
});
