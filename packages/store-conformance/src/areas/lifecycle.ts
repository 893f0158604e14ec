import { CLAIM_STATUSES } from "@memorymaster/core";
import type { ClaimStatus, Memory, Store } from "@memorymaster/core";
import { expect } from "vitest";
import {
  AT,
  eventsOf,
  EVERYTHING,
  failure,
  failureCode,
  getOne,
  insertOne,
  insertTexts,
  payloadOf,
} from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { LIFECYCLE } from "../requirements/lifecycle.ts";
import { lifecycleByPersonTests } from "./lifecycle-by-person.ts";

const LATER = "2026-01-02T04:04:05+00:00";
const HOUR_MS = 3_600_000;

const ALLOWED: Readonly<Record<ClaimStatus, readonly ClaimStatus[]>> = {
  candidate: ["confirmed", "superseded", "conflicted", "archived"],
  confirmed: ["stale", "superseded", "conflicted", "archived"],
  stale: ["confirmed", "superseded", "conflicted", "archived"],
  superseded: ["archived"],
  conflicted: ["confirmed", "stale", "superseded", "archived"],
  archived: [],
};

/** Steps that lead to each state from the first. */
const WAY: Readonly<Record<ClaimStatus, readonly ClaimStatus[]>> = {
  candidate: [],
  confirmed: ["confirmed"],
  stale: ["confirmed", "stale"],
  conflicted: ["conflicted"],
  superseded: ["superseded"],
  archived: ["archived"],
};

/** A claim in the wanted state, with one that can replace it. */
async function inState(store: Store, memory: Memory, status: ClaimStatus): Promise<{ id: number; spare: number }> {
  const number = (await store.claims.stats(EVERYTHING, undefined)).claims;
  const [claim, spare, used] = await insertTexts(store, `claim ${number}`, `spare ${number}`, `used ${number}`);
  const [id = 0, spareId = 0, usedId = 0] = [claim?.id, spare?.id, used?.id];
  for (const step of WAY[status]) {
    await memory.claims.transition(id, step, step === "superseded" ? { replacedBy: usedId } : {});
  }
  return { id, spare: spareId };
}

const move = (memory: Memory, { id, spare }: { id: number; spare: number }, to: ClaimStatus) =>
  memory.claims.transition(id, to, to === "superseded" ? { replacedBy: spare } : {});

async function everything(store: Store): Promise<unknown> {
  const { items } = await store.claims.list(EVERYTHING, {}, { limit: 100 });
  return { items, events: await eventsOf(store), links: await store.links.listOf(1, undefined) };
}

export const lifecycleTests: AreaTests<typeof LIFECYCLE> = {
  ...lifecycleByPersonTests,

  "lifecycle.pairs": async ({ store, memory }) => {
    const pairs = CLAIM_STATUSES.flatMap((from) => CLAIM_STATUSES.map((to) => ({ from, to })));

    for (const { from, to } of pairs.filter((pair) => pair.from !== pair.to)) {
      const ends = await inState(store, memory(), from);
      const before = await getOne(store, ends.id);
      const known = (await eventsOf(store)).length;

      const code = await move(memory(), ends, to).then(
        () => "moved",
        (error: unknown) => (error as { code: string }).code,
      );

      const after = await getOne(store, ends.id);
      const events = (await eventsOf(store)).slice(known);
      const [moved, refused] = [["moved", to, before.version + 1, [`${from} ${to}`]], ["claim.invalid_transition"]];
      const expected = ALLOWED[from].includes(to) ? moved : [...refused, from, before.version, []];
      const steps = events.map(({ fromStatus, toStatus }) => `${fromStatus ?? ""} ${toStatus ?? ""}`);
      expect([from, to, code, after.status, after.version, steps]).toEqual([from, to, ...expected]);
    }
  },

  "lifecycle.same_state": async ({ store, memory, clock }) => {
    for (const status of CLAIM_STATUSES) {
      const { id } = await inState(store, memory(), status);
      const before = await everything(store);
      clock.advance(HOUR_MS);

      expect(await memory().claims.transition(id, status, { reason: "again" })).toEqual(await getOne(store, id));
      expect(await everything(store)).toEqual(before);
    }
  },

  "lifecycle.times": async ({ store, memory, clock }) => {
    const { id } = await insertOne(store);
    const step = async (to: ClaimStatus) => {
      clock.advance(HOUR_MS);
      await memory().claims.transition(id, to);
      const { updatedAt, lastValidatedAt, archivedAt } = await getOne(store, id);
      return [updatedAt, lastValidatedAt, archivedAt].map((at) => at?.slice(11, 13));
    };

    expect([await step("confirmed"), await step("conflicted"), await step("stale"), await step("archived")]).toEqual([
      ["04", "04", undefined],
      ["05", "05", undefined],
      ["06", "06", undefined],
      ["07", "06", "07"],
    ]);
    expect((await eventsOf(store)).map((event) => payloadOf(event))).toEqual([
      { before: { last_validated_at: null } },
      { before: { last_validated_at: LATER } },
      { before: { last_validated_at: "2026-01-02T05:04:05+00:00" } },
      { before: { archived_at: null } },
    ]);
  },

  "lifecycle.lock": async ({ store, memory }) => {
    const { id } = await insertOne(store);
    const changing: Store = {
      ...store,
      claims: {
        ...store.claims,
        update: async (...args) => {
          await store.claims.update(id, 1, { confidence: 0.9, updatedAt: AT });
          return store.claims.update(...args);
        },
      },
    };

    expect(await failureCode(memory({ store: changing }).claims.transition(id, "confirmed"))).toBe(
      "claim.version_conflict",
    );

    expect(await getOne(store, id)).toMatchObject({ status: "candidate", version: 1, confidence: 0.5 });
    expect(await eventsOf(store)).toEqual([]);
  },

  "lifecycle.supersede": async ({ store, memory, clock }) => {
    await insertOne(store, { text: "CI runs on Jenkins", validUntil: "2030-01-01T00:00:00+00:00" });
    await insertOne(store, { text: "CI runs on Buildkite" });
    clock.advance(HOUR_MS);

    await memory().claims.transition(1, "superseded", { replacedBy: 2, reason: "moved" });

    expect(await store.claims.getMany(EVERYTHING, [1, 2], false)).toMatchObject([
      { status: "superseded", replacedByClaimId: 2, validUntil: LATER, updatedAt: LATER, version: 2 },
      { status: "candidate", supersedesClaimId: 1, validUntil: undefined, updatedAt: AT, version: 2 },
    ]);
    const [event, ...others] = await eventsOf(store);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ eventType: "supersession", claimId: 1, details: "moved", createdAt: LATER });
    expect(payloadOf(event)).toMatchObject({
      replaced_by_claim_id: 2,
      before: { valid_until: "2030-01-01T00:00:00+00:00", replaced_by_claim_id: null, supersedes_claim_id: null },
    });
  },

  "lifecycle.supersede.second": async ({ store, memory }) => {
    await insertTexts(store, "CI runs on Jenkins", "CI runs on Travis", "CI runs on Buildkite");

    for (const old of [1, 2]) await memory().claims.transition(old, "superseded", { replacedBy: 3 });

    const claims = await store.claims.getMany(EVERYTHING, [1, 2, 3], false);
    expect(claims.map(({ replacedByClaimId, supersedesClaimId }) => [replacedByClaimId, supersedesClaimId])).toEqual([
      [3, undefined],
      [3, undefined],
      [undefined, 1],
    ]);
    expect(await store.links.listOf(3, undefined)).toEqual([
      { id: 1, sourceId: 3, targetId: 2, linkType: "supersedes", createdAt: AT },
    ]);
  },

  "lifecycle.supersede.refusals": async ({ store, memory }) => {
    await insertTexts(store, "old", "retired", "replaced");
    await insertOne(store, { scope: "user" });
    await insertOne(store, { tenantId: "acme" });
    await insertOne(store, { visibility: "private", sourceAgent: "ana" });
    await memory().claims.transition(2, "archived");
    await memory().claims.transition(3, "superseded", { replacedBy: 1 });
    const before = await everything(store);

    for (const replacedBy of [1, 2, 3, 4, 5, 6]) {
      const refused = await failure(memory().claims.transition(1, "superseded", { replacedBy }));
      expect([replacedBy, refused.code, refused.details["field"]]).toEqual([
        replacedBy,
        "input.invalid",
        "replaced_by",
      ]);
    }
    expect(await failureCode(memory().claims.transition(1, "superseded"))).toBe("input.missing");
    expect(await failureCode(memory().claims.transition(1, "superseded", { replacedBy: 99 }))).toBe("claim.not_found");
    expect(await failureCode(memory().claims.transition(1, "confirmed", { replacedBy: 4 }))).toBe("input.invalid");

    expect(await everything(store)).toEqual(before);
  },

  "lifecycle.tuple": async ({ store, memory }) => {
    const tuple = { subject: "ci", predicate: "runs on" };
    await insertOne(store, { ...tuple, text: "CI runs on Jenkins", humanId: "mm-0001" });
    await insertOne(store, { ...tuple, text: "CI runs on Buildkite", humanId: "mm-0002" });
    await insertOne(store, { ...tuple, text: "CI runs on Drone", scope: "user" });
    await memory().claims.transition(1, "confirmed");
    const before = await everything(store);

    expect(await failure(memory().claims.transition(2, "confirmed"))).toMatchObject({
      name: "ConflictError",
      code: "claim.duplicate",
      details: { id: 2, confirmed_id: 1, confirmed_human_id: "mm-0001" },
    });
    expect(await everything(store)).toEqual(before);

    await memory().claims.transition(3, "confirmed");
    await memory().claims.transition(1, "stale");
    expect(await memory().claims.transition(2, "confirmed")).toMatchObject({ status: "confirmed" });
  },

  "lifecycle.pin": async ({ store, memory }) => {
    const { id } = await insertOne(store);

    for (const on of [true, true, false, false]) await memory().claims.pin(id, on);

    const events = await eventsOf(store);
    expect(events.map((event) => [event.eventType, payloadOf(event)])).toEqual([
      ["pin", { before: { pinned: false } }],
      ["unpin", { before: { pinned: true } }],
    ]);
    expect(await getOne(store, id)).toMatchObject({ pinned: false, version: 3, updatedAt: AT });
  },

  "lifecycle.pinned_moves": async ({ store, memory }) => {
    const { id } = await insertOne(store);
    await memory().claims.pin(id, true);

    await memory().claims.transition(id, "archived");

    expect(await getOne(store, id)).toMatchObject({ status: "archived", pinned: true });
  },
};
