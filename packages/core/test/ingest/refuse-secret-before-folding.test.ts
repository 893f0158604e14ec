import { expect, test } from "vitest";

import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import { memoryContext } from "../../src/memory.ts";
import { createMemoryStore } from "../../src/testing/index.ts";

/** Assembled, so that no scanner of repositories takes them for real ones. */
const ACCESS_KEY = ["AKIA", "Z7XQ2M5N8P4R6T1V"].join("");
const ENCODED = Buffer.from(["ghp", "R4nd0mLook1ngV4lueR4nd0mLook1ngV4lue"].join("_")).toString("base64");

test.each([
  ["claim_type", { claimType: ACCESS_KEY }],
  ["claim_type", { claimType: `note ${ENCODED}` }],
  ["scope", { scope: `project:${ACCESS_KEY}` }],
  ["scope", { scope: `project:${ENCODED}` }],
])("a secret in %s is refused although its stored form would no longer show it", async (field, given) => {
  const store = createMemoryStore();

  const ingest = ingestClaim(memoryContext({ store }), { text: "Deploys run on Friday", ...given });

  await expect(ingest).rejects.toMatchObject({ code: "sensitive.metadata", details: { field } });
  expect(await store.events.scan(0, 10)).toEqual([]);
});
