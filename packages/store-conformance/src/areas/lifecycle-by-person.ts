import type { GovernedRow, Memory, Store } from "@memorymaster/core";
import { expect } from "vitest";
import { AT, eventsOf, EVERYTHING, getOne, insertOne, insertTexts, payloadOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { LIFECYCLE } from "../requirements/lifecycle.ts";

const ANA = { actor: "ana" };

const toldOf = (rows: readonly GovernedRow[]): readonly unknown[] =>
  rows.map((row) => ("error" in row ? [row.ref, row.error.code] : [row.ref, row.claim.status, row.changed]));

async function pair(store: Store): Promise<void> {
  const tuple = { subject: "ci", predicate: "runs on" };
  await insertOne(store, { ...tuple, text: "CI runs on Jenkins", humanId: "mm-0001" });
  await insertOne(store, { ...tuple, text: "CI runs on Buildkite", humanId: "mm-0002" });
}

const statesOf = async (store: Store): Promise<readonly string[]> =>
  (await store.claims.getMany(EVERYTHING, [1, 2, 3, 4, 5], false)).map(({ status }) => status);

/** Brings claims 1 to 4 into the states stale, conflicted, superseded, archived; 5 stays a candidate. */
async function everyState(store: Store, { claims }: Memory): Promise<void> {
  await insertTexts(store, "one", "two", "three", "four", "five");
  await claims.transition(1, "confirmed");
  await claims.transition(1, "stale");
  await claims.transition(2, "conflicted");
  await claims.transition(3, "superseded", { replacedBy: 5 });
  await claims.transition(4, "archived");
}

type ByPerson = "lifecycle.confirm" | "lifecycle.confirm.rows" | "lifecycle.confirm.supersede" | "lifecycle.archive";

/** Steps of the lifecycle that a person takes. */
export const lifecycleByPersonTests: Pick<AreaTests<typeof LIFECYCLE>, ByPerson> = {
  "lifecycle.confirm": async ({ store, memory, clock }) => {
    await insertTexts(store, "one");
    clock.advance(3_600_000);
    const later = "2026-01-02T04:04:05+00:00";

    const rows = await memory().claims.confirm([1], { ...ANA, reason: "seen it" });
    const again = await memory().claims.confirm([1], { actor: "luis" });

    expect([toldOf(rows), toldOf(again)]).toEqual([[[1, "confirmed", true]], [[1, "confirmed", false]]]);
    expect(await getOne(store, 1)).toMatchObject({ confirmedBy: "ana", confidence: 0.9, lastValidatedAt: later });
    const [event, ...others] = await eventsOf(store);
    expect([event?.eventType, event?.fromStatus, event?.toStatus, others]).toEqual([
      "confirm",
      "candidate",
      "confirmed",
      [],
    ]);
    expect(payloadOf(event)).toEqual({
      actor: "ana",
      actor_kind: "person",
      reason: "seen it",
      before: { confidence: 0.5, confirmed_by: null, last_validated_at: null },
    });
  },

  "lifecycle.confirm.rows": async ({ store, memory }) => {
    await everyState(store, memory());

    const rows = await memory().claims.confirm([1, 2, 3, 4, 99, 5, "5"], ANA);
    const archived = await memory().claims.archive([4, 99, 5], ANA);

    expect(toldOf(rows)).toEqual([
      [1, "confirmed", true],
      [2, "confirmed", true],
      [3, "claim.invalid_transition"],
      [4, "claim.invalid_transition"],
      [99, "claim.not_found"],
      [5, "confirmed", true],
      ["5", "confirmed", false],
    ]);
    expect(toldOf(archived)).toEqual([
      [4, "archived", false],
      [99, "claim.not_found"],
      [5, "archived", true],
    ]);
  },

  "lifecycle.confirm.supersede": async ({ store, memory }) => {
    await pair(store);
    await memory().claims.confirm([1], ANA);
    const before = await eventsOf(store);

    const [refused] = await memory().claims.confirm([2], ANA);
    expect(refused).toMatchObject({ error: { code: "claim.duplicate", details: { id: 2, confirmed_id: 1 } } });
    expect(await eventsOf(store)).toEqual(before);
    await memory().claims.confirm([2], { ...ANA, supersede: true });

    expect(await store.claims.getMany(EVERYTHING, [1, 2], false)).toMatchObject([
      { status: "superseded", replacedByClaimId: 2, confirmedBy: undefined, validUntil: AT },
      { status: "confirmed", supersedesClaimId: 1, confirmedBy: "ana" },
    ]);
    const added = (await eventsOf(store)).slice(before.length);
    expect(added.map(({ eventType, claimId }) => [eventType, claimId])).toEqual([
      ["supersession", 1],
      ["confirm", 2],
    ]);
  },

  "lifecycle.archive": async ({ store, memory }) => {
    await everyState(store, memory());
    const before = [await statesOf(store), await eventsOf(store)];

    const rehearsed = await memory().claims.archive([1, 2, 3, 4, 5], { ...ANA, dryRun: true });
    expect(toldOf(rehearsed).map((row) => (row as unknown[])[2])).toEqual([true, true, true, false, true]);
    expect([await statesOf(store), await eventsOf(store)]).toEqual(before);
    await memory().claims.archive([1, 2, 3, 4, 5], { ...ANA, reason: "tidying" });

    expect(await statesOf(store)).toEqual(Array.from({ length: 5 }, () => "archived"));
    const added = (await eventsOf(store)).slice((before[1] ?? []).length);
    expect(added.map(({ eventType, claimId, details }) => [eventType, claimId, details])).toEqual(
      [1, 2, 3, 5].map((id) => ["transition", id, "tidying"]),
    );
    expect(await store.search.indexStats()).toEqual({ claims: 0, terms: 0 });
  },
};
