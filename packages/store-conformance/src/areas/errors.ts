import { ERROR_CODES, MemoryMasterError } from "@memorymaster/core";
import type { ClaimInput, ClaimRef, ClaimStatus, Store } from "@memorymaster/core";
import { cleanCitation, cleanClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { append, AT, EVERYTHING, failure, failureCode, insertOne, insertTexts, OPERATOR, textsOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { ERRORS } from "../requirements/errors.ts";

const CODES: ReadonlySet<string> = new Set(Object.values(ERROR_CODES).flat());
const WORDS = "xylophone";

/** Writes that the rules of a store refuse, over one claim. */
function refusedWrites(store: Store): readonly (() => Promise<unknown>)[] {
  const link = { sourceId: 1, linkType: "supports", createdAt: AT } as const;
  return [
    () => store.claims.insert([cleanClaim({ text: WORDS })]),
    () => store.claims.insert([cleanClaim({ text: `${WORDS} 2`, visibility: "private", sourceAgent: "unknown" })]),
    () => store.claims.update(1, 1, { supersedesClaimId: 99, updatedAt: AT }),
    () => store.claims.addCitations(99, [cleanCitation({ source: "s", kind: "other", excerpt: WORDS })], AT),
    () => store.links.add({ ...link, targetId: 99 }),
    () => store.links.add({ ...link, targetId: 1 }),
    () => append(store, { claimId: 99, content: { words: WORDS } }),
    () => append(store, { eventType: "ingest", details: WORDS }),
    () => store.claims.list(OPERATOR, {}, { limit: 1, cursor: WORDS }),
  ];
}

const calls = (store: Store): readonly (() => Promise<unknown>)[] => [
  () => store.claims.insert([cleanClaim()]),
  () => store.claims.getMany(OPERATOR, [1], true),
  () => store.claims.stats(OPERATOR, undefined),
  () => store.search.candidates(OPERATOR, { terms: ["api"], filter: {}, limit: 1 }),
  () => store.events.list(OPERATOR, {}, { limit: 1 }),
  () => append(store, {}),
  () => store.links.listOf(1, undefined),
  () => store.proposals.listOpen([1]),
  () => store.projects.findKeys(["k"]),
  () => store.transaction(async () => undefined),
];

const INVALID: readonly (readonly [field: string, input: Partial<ClaimInput>, code: string])[] = [
  ["text", { text: "  " }, "input.missing"],
  ["text", { text: "x".repeat(10_001) }, "input.too_long"],
  ["subject", { subject: "x".repeat(2_001) }, "input.too_long"],
  ["confidence", { confidence: 1.5 }, "input.invalid"],
  ["volatility", { volatility: "wild" as "low" }, "input.invalid"],
  ["visibility", { visibility: "secret" as "public" }, "input.invalid"],
  ["valid_from", { validFrom: "yesterday" }, "input.invalid"],
  ["event_time", { eventTime: "2026-02-30" }, "input.invalid"],
];

export const errorTests: AreaTests<typeof ERRORS> = {
  "errors.typed": async ({ store }) => {
    await insertOne(store, { text: WORDS });

    for (const write of refusedWrites(store)) {
      const error: unknown = await write().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(MemoryMasterError);
      const { code, message, details } = error as MemoryMasterError;
      expect([code, CODES.has(code)]).toEqual([code, true]);
      expect(JSON.parse(JSON.stringify(details))).toEqual(details);
      expect(`${message} ${JSON.stringify(details)}`).not.toContain(WORDS);
    }
  },

  "errors.usable": async ({ store }) => {
    await insertOne(store, { text: WORDS });
    const before = await store.claims.stats(EVERYTHING, undefined);

    await Promise.allSettled(refusedWrites(store).map((write) => write()));
    await store.transaction(async () => {
      for (const write of refusedWrites(store)) await failure(write());
    });

    expect(await store.claims.stats(EVERYTHING, undefined)).toEqual(before);
    await insertTexts(store, "after it");
    expect(await textsOf(store)).toEqual(["after it", WORDS]);
  },

  "errors.closed": async ({ store }) => {
    await insertOne(store);

    await store.close();
    await store.close();

    for (const call of calls(store)) {
      expect(await failure(call())).toMatchObject({ name: "StoreError", code: "store.unavailable" });
    }
  },

  "errors.absent": async ({ memory }) => {
    const uid = "019b7c00-0000-7000-8000-00000000abcd";
    const names: readonly (readonly [ClaimRef, string])[] = [
      [7, "7"],
      ["7", "7"],
      ["mm-abcd", "mm-abcd"],
      [` ${uid.toUpperCase()} `, uid],
      ["some other words", "of that name"],
    ];

    for (const [ref, name] of names) {
      const absent = { name: "NotFoundError", code: "claim.not_found", message: `Claim ${name} does not exist` };
      const { claims, links } = memory();
      for (const call of [() => claims.get(ref), () => claims.pin(ref, true), () => links.list(ref)]) {
        expect(await failure(call())).toEqual({ ...absent, details: { claim: name } });
      }
    }
  },

  "errors.names": async ({ store, memory }) => {
    await insertOne(store, { humanId: "mm-0001" });
    await insertOne(store, { humanId: "mm-0001", scope: "user" });

    for (const ref of [0, -1, 1.5, NaN, Infinity, true, null, "", "  "] as readonly ClaimRef[]) {
      const refused = { name: "InvalidInputError", code: "input.invalid", details: { field: "claim" } };
      expect(await failure(memory().claims.get(ref))).toMatchObject(refused);
    }
    expect(await failure(memory().claims.get("mm-0001"))).toMatchObject({
      name: "ConflictError",
      code: "claim.ambiguous",
      details: { claim: "mm-0001", ids: [1, 2] },
    });
  },

  "errors.input": async ({ store, memory }) => {
    for (const [field, input, code] of INVALID) {
      const refused = await failure(memory().claims.ingest({ text: "A fact", ...input }));
      expect([refused.name, refused.code, refused.details["field"]]).toEqual(["InvalidInputError", code, field]);
    }
    await insertOne(store);
    expect(await failureCode(memory().claims.transition(1, "gone" as ClaimStatus))).toBe("input.invalid");
    expect(await failureCode(memory().claims.list({ status: "gone" as ClaimStatus }))).toBe("input.invalid");
  },
};
