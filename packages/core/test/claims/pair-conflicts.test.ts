import { describe, expect, test } from "vitest";

import { pairConflicts } from "../../src/claims/pair-conflicts.ts";
import type { NewClaim } from "../../src/ports/claim-store.ts";
import { change } from "../ingest/ingest-steps.ts";
import { EVERYTHING, openContext, seed } from "../support/open-context.ts";

type Fields = Partial<NewClaim> & { readonly pinned?: boolean };

/** Pairs of these claims by their places, from 1, and what is left. */
async function paired(...fields: readonly Fields[]): Promise<unknown> {
  const context = openContext();
  await seed(context, ...fields);
  for (const [place, { pinned }] of fields.entries()) if (pinned === true) await change(context, place + 1, { pinned });
  const { items } = await context.store.claims.list(EVERYTHING, {}, { limit: 100 });
  const { pairs, unpaired } = pairConflicts(items);
  return {
    pairs: pairs.map(({ winner, loser, reason, key }) => [winner.id, loser.id, reason, key]),
    unpaired: unpaired.map(({ id }) => id),
  };
}

const port = (objectValue: string, more: Fields = {}): Fields => ({
  text: `The database listens on ${objectValue}`,
  humanId: `mm-${objectValue}`,
  subject: "db",
  predicate: "port",
  objectValue,
  ...more,
});

const KEY = ["db", "port", "project:demo"];

describe("conflicted claims", () => {
  test.each([
    ["the pinned one wins", [port("5432", { confidence: 0.9 }), port("5433", { pinned: true })], [2, 1, "pinned_wins"]],
    ["then the more confident one", [port("5432", { confidence: 0.9 }), port("5433")], [1, 2, "higher_confidence"]],
    [
      "then the one that changed later",
      [port("5432", { createdAt: "2026-01-02T03:04:06+00:00" }), port("5433")],
      [1, 2, "more_recent"],
    ],
    ["then the one with the higher id", [port("5432"), port("5433")], [2, 1, "higher_id_tiebreaker"]],
  ] as const)("of one subject and predicate make a pair: %s", async (_, fields, pair) => {
    expect(await paired(...fields)).toEqual({ pairs: [[...pair, KEY]], unpaired: [] });
  });

  test("of which three say three things make two pairs with one winner", async () => {
    expect(await paired(port("1111"), port("2222", { confidence: 0.9 }), port("3333"))).toEqual({
      pairs: [
        [2, 3, "higher_confidence", KEY],
        [2, 1, "higher_confidence", KEY],
      ],
      unpaired: [],
    });
  });

  test("that say the same with another value make a pair", async () => {
    expect(await paired({ text: "Retry budget is 5 calls" }, { text: "Retry budget is 6 calls" })).toEqual({
      pairs: [[2, 1, "higher_id_tiebreaker", ["near_twin", "project:demo"]]],
      unpaired: [],
    });
  });

  test("belong together also by way of a third one", async () => {
    const [one, two] = [port("1111", { text: "Something else entirely" }), { text: "The database listens on 2222" }];

    expect(await paired(one, two, port("3333", { confidence: 0.1 }))).toEqual({
      pairs: [
        [2, 1, "higher_id_tiebreaker", ["near_twin", "project:demo"]],
        [2, 3, "higher_confidence", ["near_twin", "project:demo"]],
      ],
      unpaired: [],
    });
  });

  test.each([
    ["scopes", port("5432"), port("5433", { scope: "user" })],
    ["tenants", port("5432"), port("5433", { tenantId: "acme" })],
    ["owners", port("5432", { visibility: "private" }), port("5433", { visibility: "private", sourceAgent: "ana" })],
    ["subjects", port("5432", { text: "alpha" }), port("5433", { text: "beta", subject: "cache" })],
  ])("of two %s make none", async (_, one, other) => {
    expect(await paired(one, other)).toEqual({ pairs: [], unpaired: [2, 1] });
  });

  test("whose words are gone are alike to no other by them", async () => {
    const context = openContext();
    await seed(context, { text: "alpha 1" }, { text: "beta 2" });
    const { items } = await context.store.claims.list(EVERYTHING, {}, { limit: 2 });

    const erased = items.map((claim) => ({ ...claim, text: "[ERASED]", contentHash: undefined }));

    expect(pairConflicts(erased)).toEqual({ pairs: [], unpaired: erased });
  });
});
