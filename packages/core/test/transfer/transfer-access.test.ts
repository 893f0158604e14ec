import { expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import type { Authority } from "../../src/access/authority.ts";
import { createMemory } from "../../src/memory.ts";
import { createMemoryStore } from "../../src/testing/index.ts";
import { exported, imported } from "./export-file.ts";
import { sampleStore } from "./sample-store.ts";

const OTHERS: readonly (readonly [string, Partial<Authority>])[] = [
  ["a member of a team", { mode: "team", principal: "ana" }],
  ["a team without a name", { mode: "team" }],
  ["one bound to a tenant", { tenantId: "acme" }],
  ["a named agent", { principal: "ana" }],
  ["one with granted scopes", { grantedScopes: ["project:demo"] }],
  ["a reader", { role: "reader", mode: "team" }],
];

test.each(OTHERS)("%s may export nothing, and learns nothing of what is there", async (_, limits) => {
  const memory = createMemory({ store: await sampleStore(), authority: { ...LOCAL_OPERATOR, ...limits } });

  await expect(memory.transfer.exportLines().next()).rejects.toMatchObject({ code: "access.denied" });
});

test.each(OTHERS)("%s may import nothing", async (_, limits) => {
  const store = createMemoryStore();
  const authority = { ...LOCAL_OPERATOR, ...limits };
  const file = await exported(await sampleStore());

  await expect(imported(store, file, { authority })).rejects.toMatchObject({ code: "access.denied" });
  expect(await store.dump.count("claims")).toBe(0);
});

test("the operator exports the private and sensitive claims of everyone", async () => {
  const store = createMemoryStore();
  const memory = createMemory({ store });
  const facts = { scope: "user", sourceAgent: "ana" };
  await memory.claims.ingest({ text: "Ana likes tea", visibility: "private", ...facts });
  await memory.claims.ingest({ text: "Ana moves in May", visibility: "sensitive", ...facts });

  const file = await exported(store);

  expect(file).toContain("Ana likes tea");
  expect(file).toContain("Ana moves in May");
});
