import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { fingerprint } from "./support/fingerprint.ts";
import { startClient } from "./support/start-client.ts";

test("what the recall tools hand out is noted beside the database, and counted by recompute_tiers", async () => {
  await using started = await startClient();
  await started.result("ingest_claim", { text: "The staging API listens on port 7443" });
  const before = fingerprint(started);

  await started.result("query_memory", { query: "staging port" });
  await started.result("query_for_context", { query: "staging port" });
  await started.result("query_memory", { query: "zebra" });
  await started.result("get_claim", { claim_id: 1 });
  await started.result("list_claims");
  const after = fingerprint(started);
  await started.result("recompute_tiers");

  expect(after).toEqual(before);
  expect(await started.result("get_claim", { claim_id: 1 })).toMatchObject({ claim: { access_count: 2, version: 1 } });
  const [folder = ""] = readdirSync(join(started.folder, ".memorymaster", "spool"));
  expect([folder.startsWith("memory-"), readdirSync(join(started.folder, ".memorymaster", "spool", folder))]).toEqual([
    true,
    [expect.stringMatching(/\.draining$/)],
  ]);
});
