import type { BulkRow, ResolveResult, Store } from "@memorymaster/core";
import { expect } from "vitest";
import { append, AT, chainIssues, eventsOf, EVERYTHING, getOne, insertOne, numbered } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { CONCURRENCY } from "../requirements/concurrency.ts";
import type { World } from "../world.ts";

const ROUNDS = 50;

type Side = (round: number) => Promise<unknown>;

/** Lets two sides loose at once, round by round; each gets its own connection. */
async function race(
  world: World,
  sides: (store: Store, name: string) => Promise<Side> | Side,
  check: (outcomes: readonly PromiseSettledResult<unknown>[], round: number) => Promise<void>,
): Promise<void> {
  const left = await sides(world.store, "left");
  const right = await sides(await world.peer(), "right");
  for (let round = 1; round <= ROUNDS; round += 1) {
    await check(await Promise.allSettled([left(round), right(round)]), round);
  }
}

const won = (outcomes: readonly PromiseSettledResult<unknown>[]): number =>
  outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value !== undefined).length;

const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [(outcome.reason as { readonly code: unknown }).code] : [],
  );

const resultOf = (outcome: PromiseSettledResult<unknown>): unknown =>
  outcome.status === "fulfilled" ? outcome.value : (outcome.reason as unknown);

/** A barrier for two: both have arrived before either goes on. */
function meetingPoint(): () => Promise<void> {
  let waiting: (() => void) | undefined;
  return () =>
    new Promise((resolve) => {
      if (waiting === undefined) {
        waiting = resolve;
        return;
      }
      waiting();
      waiting = undefined;
      resolve();
    });
}

const textOf = (side: string, round: number): string => `The ${side} build of round ${round}`;

/** Candidates of one tuple for each round: with two in a round, ids 2n − 1 and 2n. */
async function insertRounds(world: World, inEach: number): Promise<void> {
  const claims = numbered(ROUNDS * inEach, (index) => {
    const subject = `service ${Math.floor(index / inEach)}`;
    return { subject, predicate: "runs on", text: `Machine ${index}` };
  });
  await world.store.claims.insert(claims);
}

/** A correction for each round that waits for a decision: the claim it is about, and the event that filed it. */
async function fileCorrections({ memory }: World): Promise<readonly { claim: number; proposalEventId: number }[]> {
  const filed: { claim: number; proposalEventId: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const scope = `project:round-${round}`;
    const old = await memory().claims.ingest({ text: "CI runs on Jenkins", scope });
    const correction = { text: "Builds happen in Buildkite", scope, supersedes: old.claim.id };
    const { proposalEventId = 0 } = await memory().claims.ingest(correction);
    filed.push({ claim: old.claim.id, proposalEventId });
  }
  return filed;
}

const kindOf = (result: ResolveResult): string => ("reason" in result ? result.reason : result.status);

export const concurrencyTests: AreaTests<typeof CONCURRENCY> = {
  "concurrency.lost_update": async (world) => {
    const { id } = await insertOne(world.store);
    const bothHaveRead = meetingPoint();

    await race(
      world,
      (store, name) => async () => {
        const { version } = await getOne(store, id);
        await bothHaveRead();
        return store.claims.update(id, version, { confidence: name === "left" ? 0.2 : 0.8, updatedAt: AT });
      },
      async (outcomes, round) => {
        expect([won(outcomes), codesOf(outcomes)]).toEqual([1, []]);
        expect((await getOne(world.store, id)).version).toBe(round + 1);
      },
    );
  },

  "concurrency.duplicate_ingest": async (world) => {
    const inputs = (name: string, round: number) =>
      [textOf("same", round), textOf(name, round)].map((text, line) => ({ line, input: { text, subject: "build" } }));

    await race(
      world,
      (store, name) => {
        const { claims } = world.memory({ store });
        return async (round) => (await claims.ingestMany(inputs(name, round))).rows;
      },
      async (outcomes) => {
        const [left, right] = outcomes.map((outcome) => resultOf(outcome) as readonly BulkRow[]);
        const [same, again] = [left?.[0], right?.[0]].map((row) =>
          row !== undefined && "claimId" in row ? row : undefined,
        );
        expect([same?.claimId, again?.deduplicated !== same?.deduplicated]).toEqual([again?.claimId, true]);
      },
    );

    const ingested = (await eventsOf(world.store)).filter(({ eventType }) => eventType === "ingest");
    expect(ingested).toHaveLength(3 * ROUNDS);
    const { items } = await world.store.claims.list(EVERYTHING, {}, { limit: 1_000 });
    expect(new Set(items.map(({ humanId }) => humanId)).size).toBe(3 * ROUNDS);
  },

  "concurrency.double_confirm": async (world) => {
    await insertRounds(world, 2);

    await race(
      world,
      (store, name) => {
        const { claims } = world.memory({ store });
        return (round) => claims.transition(name === "left" ? 2 * round - 1 : 2 * round, "confirmed");
      },
      async (outcomes, round) => {
        expect([won(outcomes), codesOf(outcomes)]).toEqual([1, ["claim.duplicate"]]);
        const both = await world.store.claims.getMany(EVERYTHING, [2 * round - 1, 2 * round], false);
        expect(both.map(({ status, version }) => `${status} ${version}`).sort()).toEqual([
          "candidate 1",
          "confirmed 2",
        ]);
      },
    );

    expect(await eventsOf(world.store)).toHaveLength(ROUNDS);
  },

  "concurrency.double_supersede": async (world) => {
    await insertRounds(world, 3);

    await race(
      world,
      (store, name) => {
        const { claims } = world.memory({ store });
        const replacement = (round: number) => (name === "left" ? 3 * round - 1 : 3 * round);
        return (round) => claims.transition(3 * round - 2, "superseded", { replacedBy: replacement(round) });
      },
      async (outcomes, round) => {
        expect([won(outcomes), codesOf(outcomes)]).toEqual([1, ["claim.version_conflict"]]);
        const old = await getOne(world.store, 3 * round - 2);
        const ends = [await getOne(world.store, 3 * round - 1), await getOne(world.store, 3 * round)];
        const expected = ends.map(({ id }) => (id === old.replacedByClaimId ? old.id : undefined));
        expect([old.status, ...ends.map(({ supersedesClaimId }) => supersedesClaimId)]).toEqual([
          "superseded",
          ...expected,
        ]);
      },
    );

    expect(await eventsOf(world.store)).toHaveLength(ROUNDS);
  },

  "concurrency.double_resolve": async (world) => {
    const filed = await fileCorrections(world);

    await race(
      world,
      (store, name) => {
        const { governance } = world.memory({ store });
        return async (round) => {
          const { claim, proposalEventId } = filed[round - 1] ?? { claim: 0, proposalEventId: 0 };
          const named = name === "left" ? { proposalEventId } : { claim };
          const action = name === "left" || round % 2 === 0 ? "approve" : "reject";
          return kindOf(await governance.resolve({ actor: name, action, ...named }));
        };
      },
      async (outcomes, round) => {
        const kinds = outcomes.map(resultOf);
        const target = await getOne(world.store, filed[round - 1]?.claim ?? 0);
        expect(kinds.toSorted().join(" ")).toMatch(/^already_resolved (?:approved|rejected)$/);
        expect(target.status).toBe(kinds.includes("approved") ? "superseded" : "candidate");
      },
    );

    expect(await world.store.proposals.listAll()).toEqual([]);
    expect(await chainIssues(world.store)).toEqual([]);
  },

  "concurrency.resolve_and_change": async (world) => {
    const filed = await fileCorrections(world);

    await race(
      world,
      (store, name) => {
        const { governance, claims } = world.memory({ store });
        return async (round) => {
          const { claim, proposalEventId } = filed[round - 1] ?? { claim: 0, proposalEventId: 0 };
          if (name === "right") return (await claims.pin(claim, true)).status;
          return kindOf(await governance.resolve({ actor: name, action: "approve", proposalEventId }));
        };
      },
      async (outcomes, round) => {
        const [decision, pinned] = outcomes.map(resultOf);
        const history = await world.store.events.history(filed[round - 1]?.claim ?? 0, 3);
        const order = history.map(({ event }) => event.eventType);
        const approved = ["approved", "supersession", "audit", "pin"];
        expect([decision, ...order.filter((kind) => kind !== "policy_decision")]).toEqual(
          pinned === "superseded" ? approved : ["apply_failed", "pin", "audit"],
        );
      },
    );

    expect(await chainIssues(world.store)).toEqual([]);
  },

  "concurrency.event_appenders": async (world) => {
    await race(
      world,
      (store, name) => (round) => append(store, { details: textOf(name, round), tenantId: name }, { details: name }),
      async (outcomes) => {
        expect(codesOf(outcomes)).toEqual([]);
      },
    );

    const events = await eventsOf(world.store);
    expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 4 * ROUNDS }, (_, index) => index + 1));
    expect(await chainIssues(world.store)).toEqual([]);
  },
};
