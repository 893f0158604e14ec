import { createMemory } from "@memorymaster/core";
import type { Memory } from "@memorymaster/core";
import { createHashEmbedder, createMemoryStore } from "@memorymaster/core/testing";
import { expect, test } from "vitest";

import { openOnServer } from "./support/open-index.ts";
import type { IndexOnServer } from "./support/open-index.ts";
import { SPEC } from "./support/points.ts";
import { refuse } from "./support/qdrant-server.ts";

const ERASE = { mode: "erase", actor: "ana" } as const;

const pointsOn = ({ server }: IndexOnServer): number =>
  [...server.state.collections.values()].reduce((sum, { points }) => sum + points.size, 0);

function memoryOn({ index }: IndexOnServer): Memory {
  const embedder = { ...createHashEmbedder(SPEC.dims), spec: SPEC, noiseFloor: 0.5, isSemantic: true };
  return createMemory({ store: createMemoryStore(), vectors: { embedder, index } });
}

test("an erased claim's point is not said to be gone by something that knows no path of Qdrant", async () => {
  await using opened = await openOnServer();
  const { server } = opened;
  const memory = memoryOn(opened);
  const { claim } = await memory.claims.ingest({ text: "The vault code is kept at the desk", scope: "user" });
  await memory.vectors.sync();
  expect(pointsOn(opened)).toBe(1);

  Object.assign(server, { lasts: true }).faults.push(refuse(404));
  const astray = await memory.claims.redact(claim.id, ERASE);
  server.lasts = false;
  server.faults.length = 0;

  expect([astray.vector, pointsOn(opened)]).toEqual(["pending", 1]);
  expect((await memory.claims.redact(claim.id, ERASE)).vector).toBe("deleted");
  expect(pointsOn(opened)).toBe(0);
});
