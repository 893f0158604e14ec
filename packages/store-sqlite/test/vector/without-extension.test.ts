import { createMemory, embeddingSpec } from "@memorymaster/core";
import { expect, test, vi } from "vitest";
import { tempStore } from "../support/temp-store.ts";
import { indexOf } from "./open-sqlite-index.ts";

vi.mock("sqlite-vec", () => ({ getLoadablePath: () => "/nowhere/vec0" }));

test("where the extension cannot be loaded only vectors are missing", async () => {
  await using temp = await tempStore();
  const [index, memory] = [indexOf(temp), createMemory({ store: temp.store })];

  const told = await index.describe();
  const spec = embeddingSpec({ provider: "test", model: "one", revision: "", dims: 4 });
  const ensured = index.ensure(spec);

  await expect(ensured).rejects.toMatchObject({ code: "index.unavailable", details: { reason: "index_error" } });
  expect(told).toMatchObject({ reachable: false, reason: "index_error", points: undefined });
  const { claim } = await memory.claims.ingest({ text: "The gateway listens on port 8443" });
  expect(claim.id).toBe(1);
});
