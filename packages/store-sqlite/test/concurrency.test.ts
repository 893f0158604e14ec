import { CHAIN_START, verifyChain } from "@memorymaster/core";
import { expect, it } from "vitest";
import { openSqliteStore } from "../src/open-sqlite-store.ts";
import type { SqliteStore } from "../src/open-sqlite-store.ts";
import { outcomeOf, startFixture } from "./support/child.ts";
import { OPERATOR } from "./support/records.ts";
import { rawSql, tempFolder } from "./support/temp-store.ts";

const WRITERS = 8;
const CLAIMS_EACH = 50;

async function expectSound(store: SqliteStore): Promise<void> {
  const entries = await store.events.scan(0, 10_000);
  const events = entries.map((entry) => entry.event);
  const { claims } = await store.claims.stats(OPERATOR, undefined);
  expect(verifyChain(events, CHAIN_START).issues).toEqual([]);
  expect(events).toHaveLength(claims);
  expect((await store.search.indexStats()).claims).toBe(claims);
  expect(rawSql(store.path, "pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  rawSql(store.path, "insert into claims_fts (claims_fts) values ('integrity-check')");
}

it("takes the claims of eight processes that open one new file at once", async () => {
  using folder = tempFolder();
  const path = folder.file("new/memory.db");

  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    outcomeOf(startFixture("write-claims.mjs", [path, String(writer), String(CLAIMS_EACH)])),
  );
  const outcomes = await Promise.all(writers);

  expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(outcomes.map(() => ({ code: 0, stderr: "" })));
  const ids = outcomes.flatMap(({ stdout }) => stdout.trim().split("\n").map(Number));
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: WRITERS * CLAIMS_EACH }, (_, index) => index + 1));
  await using store = await openSqliteStore({ path, create: false });
  expect((await store.claims.stats(OPERATOR, undefined)).claims).toBe(WRITERS * CLAIMS_EACH);
  await expectSound(store);
});

it("loses nothing that it has acknowledged when the process is killed", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");
  const child = startFixture("write-claims.mjs", [path, "1", "100000"]);
  const outcome = outcomeOf(child);
  let acknowledged = 0;

  child.stdout?.on("data", (text: string) => {
    acknowledged += text.split("\n").length - 1;
    if (acknowledged >= 40) child.kill("SIGKILL");
  });
  const { stdout } = await outcome;

  const ids = stdout.split("\n").slice(0, -1).map(Number);
  await using store = await openSqliteStore({ path, create: false });
  const kept = await store.claims.getMany(OPERATOR, ids, false);
  expect(ids.length).toBeGreaterThanOrEqual(40);
  expect(kept.map((claim) => claim.id)).toEqual(ids);
  await expectSound(store);
});
