import { createMemoryStore } from "@memorymaster/core/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs as randomRuns } from "./random-run/arbitrary-operation.ts";
import type { Step } from "./random-run/arbitrary-operation.ts";
import { ACTORS, carryOut } from "./random-run/operation.ts";
import { outcomeOf, portState, portSteps } from "./random-run/port-steps.ts";
import type { PortStep } from "./random-run/port-steps.ts";
import { storedState, visibleState } from "./random-run/visible-state.ts";
import { openWorld } from "./world.ts";
import type { OpenedStore, StoreParts, World } from "./world.ts";

type Open = (parts: StoreParts) => Promise<OpenedStore>;

export interface RandomRuns {
  /** What is compared with the model, by name. */
  readonly stores: Readonly<Record<string, Open>>;
  /** Whether the events of each tenant are a chain apart there. Default false. */
  readonly tenantsApart?: boolean | undefined;
  /** Lists of each kind. Default 20. */
  readonly runs?: number | undefined;
}

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 300_000;

const modelWith =
  (tenantsApart: boolean): Open =>
  async ({ ids }) => {
    const store = createMemoryStore({ ids, tenantsApart });
    return { ...store, [Symbol.asyncDispose]: () => store.close() };
  };

async function take(world: World, { operation, actor }: Step): Promise<unknown> {
  world.clock.advance(operation.kind === "wait" ? operation.days * DAY_MS : 1_000);
  return carryOut(world.memory({ caller: ACTORS[actor] }), operation, world.store);
}

interface Worlds extends AsyncDisposable {
  readonly model: World;
  readonly others: Readonly<Record<string, World>>;
}

async function openWorlds({ stores, tenantsApart = false }: RandomRuns): Promise<Worlds> {
  const model = await openWorld({ open: modelWith(tenantsApart) });
  const others: Record<string, World> = {};
  for (const [name, open] of Object.entries(stores)) others[name] = await openWorld({ open });
  const disposeAll = async (): Promise<void> => {
    for (const world of [model, ...Object.values(others)]) await world[Symbol.asyncDispose]();
  };
  return { model, others, [Symbol.asyncDispose]: disposeAll };
}

async function compareRuns(all: readonly Step[], { model, others }: Worlds): Promise<void> {
  for (const step of all) {
    const expected = { outcome: await take(model, step), state: await storedState(model) };
    for (const [name, world] of Object.entries(others)) {
      const seen = { outcome: await take(world, step), state: await storedState(world) };
      expect({ name, step, ...seen }).toEqual({ name, step, ...expected });
    }
  }
  const expected = await visibleState(model);
  for (const [name, world] of Object.entries(others)) {
    expect([name, await visibleState(world)]).toEqual([name, expected]);
  }
}

async function comparePorts(all: readonly PortStep[], { model, others }: Worlds): Promise<void> {
  for (const step of all) {
    const expected = await outcomeOf(model.store, step);
    for (const [name, { store }] of Object.entries(others)) {
      expect([name, step, await outcomeOf(store, step)]).toEqual([name, step, expected]);
    }
  }
  const expected = await portState(model.store);
  for (const [name, { store }] of Object.entries(others))
    expect([name, await portState(store)]).toEqual([name, expected]);
}

/**
 * Runs the same random lists of use cases on the model and on stores, and compares what each operation gives, what is
 * stored after it, and what every caller sees in the end; then the same of the ports. A failure tells the seed that
 * repeats it.
 */
export function describeRandomRuns(given: RandomRuns): void {
  const { stores, runs = 20 } = given;
  const compare = <Step>(
    lists: fc.Arbitrary<readonly Step[]>,
    run: (all: readonly Step[], on: Worlds) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(lists, async (all) => {
        await using worlds = await openWorlds(given);
        await run(all, worlds);
      }),
      { numRuns: runs, plugins: [fc.interruptAfterTimeLimit(TIMEOUT_MS - 20_000)] },
    );

  describe(`random runs on ${Object.keys(stores).join(", ")}`, () => {
    test("give what the model gives, whatever the use cases", () => compare(randomRuns, compareRuns), TIMEOUT_MS);
    test("give what the model gives, whatever the ports are told", () => compare(portSteps, comparePorts), TIMEOUT_MS);
  });
}
