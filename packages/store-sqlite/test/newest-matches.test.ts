import { createMemory } from "@memorymaster/core";
import { expect, it } from "vitest";
import { tempStore } from "./support/temp-store.ts";

const COMMON = 5_100;

it(
  "finds the claims of a small project behind thousands of newer ones with the same word",
  { timeout: 60_000 },
  async () => {
    await using temp = await tempStore();
    const memory = createMemory({ store: temp.store });
    const bulk = (scope: string, count: number) =>
      memory.claims.ingestMany(
        Array.from({ length: count }, (_, line) => ({ line, input: { text: `gateway ${scope} alpha${line}`, scope } })),
      );
    await bulk("project:small", 3);
    await bulk("project:large", COMMON);

    const { rows } = await memory.recall.query({ queryText: "gateway", scopes: ["project:small"] });

    expect(rows.map(({ claim }) => claim.id)).toEqual([3, 2, 1]);
  },
);
