import { isDeepStrictEqual } from "node:util";

import type { Store } from "@memorymaster/core";
import { createMemoryStore } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { rehearsed } from "../access/compare.ts";
import type { Naming } from "../access/stage.ts";
import { TABLE } from "../access/table.ts";
import type { Row } from "../access/row.ts";
import { methodsOf, watchCalls } from "../record-calls.ts";
import type { AreaTests } from "../requirement.ts";
import type { TENANTS } from "../requirements/tenants.ts";
import type { World } from "../world.ts";
import { PORT_RULES } from "./tenants-rules.ts";
import type { PortCall } from "./tenants-rules.ts";
import { ANA, ANA_VIEWER, eachStage } from "./tenants-stage.ts";
import type { ForeignClaim, Stages } from "./tenants-stage.ts";

/** Calls of every use case that name a foreign claim, in each way to name it, or could tell of it. */
function useCases({ id, humanId, uid, ...foreign }: ForeignClaim): readonly (readonly [string, Row, Naming])[] {
  const naming = { ...foreign, id, humanId, uid, allowSensitive: false, actor: "ana" };
  return Object.entries(TABLE).flatMap(([method, rows]) =>
    rows.flatMap((row) => {
      const refs = row.named === true ? [id, humanId, uid] : [id];
      return refs.map((ref) => [`${method} of ${ref}`, row, { ...naming, ref }] as const);
    }),
  );
}

const callsOf = Object.entries(PORT_RULES).flatMap(([method, rule]): readonly (readonly [string, PortCall])[] =>
  typeof rule === "object" ? rule.map((call, index) => [`${method} (${index + 1})`, call]) : [],
);

/** What of the calls of a use case is not for the caller: names of others, and ports of the whole store. */
function misuse(method: string, args: readonly unknown[], { names }: ForeignClaim): readonly string[] {
  const rule = PORT_RULES[method];
  if (rule === "operator") return [`calls ${method}`];
  if (typeof rule !== "function") return [];
  const named = rule(...(args as readonly never[])).filter((name) => names.has(name));
  return named.map((name) => `names ${name} to ${method}`);
}

async function misusesOf({ shared, foreign, whose }: Stages): Promise<readonly string[]> {
  const found: string[] = [];
  let place = "";
  const store: Store = watchCalls(shared.store, (method, args) => {
    found.push(...misuse(method, args, foreign).map((what) => `${whose}: ${place} ${what}`));
  });
  const memory = shared.memory({ caller: ANA, store });
  for (const [name, row, naming] of useCases(foreign)) {
    place = name;
    await rehearsed(store, row, () => row.call(memory, naming));
  }
  return found;
}

/** What differs between an answer given among others and one given alone. */
async function tellsOf({ shared, alone }: Stages, ask: (world: World) => Promise<unknown>): Promise<boolean> {
  return !isDeepStrictEqual(await ask(shared), await ask(alone));
}

export const tenantTests: AreaTests<typeof TENANTS> = {
  "tenants.every_method": async () => {
    expect(Object.keys(PORT_RULES).sort()).toEqual(methodsOf(createMemoryStore()));
  },

  "tenants.viewers": (world) =>
    eachStage(world, async (stages) => {
      const telling: string[] = [];
      for (const [name, call] of callsOf) {
        const ask = ({ store }: World) => rehearsed(store, {}, () => call(store, ANA_VIEWER, stages.foreign));
        if (await tellsOf(stages, ask)) telling.push(`${stages.whose}: ${name}`);
      }
      expect(telling).toEqual([]);
    }),

  "tenants.names": (world) =>
    eachStage(world, async (stages) => {
      expect(await misusesOf(stages)).toEqual([]);
    }),

  "tenants.answers": (world) =>
    eachStage(world, async (stages) => {
      const telling: string[] = [];
      for (const [name, row, naming] of useCases(stages.foreign)) {
        const ask = ({ store, memory }: World) =>
          rehearsed(store, row, () => row.call(memory({ caller: ANA }), naming));
        if (await tellsOf(stages, ask)) telling.push(`${stages.whose}: ${name}`);
      }
      expect(telling).toEqual([]);
    }),
};
