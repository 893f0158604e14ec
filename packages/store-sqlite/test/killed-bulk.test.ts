import { copyFileSync } from "node:fs";

import { createMemory } from "@memorymaster/core";
import { expect, it } from "vitest";
import { openSqliteStore } from "../src/open-sqlite-store.ts";
import { outcomeOf, startFixture } from "./support/child.ts";
import { rawSql, tempFolder } from "./support/temp-store.ts";

const PARALLEL = 2;
/** Every so many-th statement; `MEMORYMASTER_TRIAL_STEP=1` takes all of them, for a longer trial by hand. */
const STEP = Number(process.env["MEMORYMASTER_TRIAL_STEP"] ?? 5);

interface Reports {
  readonly done: number;
  readonly statements: number;
}

/** The last line that a process printed of each kind. */
async function runUntil(path: string, statement: number, moment: "before" | "after"): Promise<Reports> {
  const { stdout } = await outcomeOf(startFixture("die-at-statement.mjs", [path, String(statement), moment]));
  const lines = stdout.split("\n").filter((line) => line !== "");
  return Object.assign(
    { done: 0, statements: 0 },
    ...lines.map((line) => JSON.parse(line) as Partial<Reports>),
  ) as Reports;
}

/** How many claims are there, after checking that all that hangs on them is whole. */
async function soundClaims(path: string): Promise<number> {
  await using store = await openSqliteStore({ path, create: false });
  const memory = createMemory({ store });
  expect((await memory.events.verify()).issues).toEqual([]);
  expect(rawSql(path, "pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  rawSql(path, "insert into claims_fts (claims_fts) values ('integrity-check')");
  const { claims, byStatus } = await memory.claims.stats();
  expect((await store.search.indexStats()).claims).toBe(claims - (byStatus["archived"] ?? 0));
  const counts = "select count(distinct claim_id) as n from";
  expect(rawSql(path, `${counts} events where event_type = 'ingest'`)).toEqual([{ n: claims }]);
  expect(rawSql(path, `${counts} citations`)).toEqual([{ n: claims }]);
  return claims;
}

it(
  "keeps whole batches, and all it has acknowledged, wherever in a bulk it is killed",
  { timeout: 240_000 },
  async () => {
    using folder = tempFolder();
    const empty = folder.file("empty.db");
    await (await openSqliteStore({ path: empty })).close();
    /** Claims of the whole run by how many items were done. */
    const whole = folder.file("whole.db");
    copyFileSync(empty, whole);
    const { statements } = await runUntil(whole, 0, "before");
    expect(statements).toBeGreaterThan(30);
    const points = Array.from({ length: Math.ceil(statements / STEP) }, (_, index) => 1 + index * STEP);
    const claimsAfter = new Map<number, number>([[0, 0]]);
    const outcomes: { done: number; claims: number }[] = [];

    const dieAtPoints = async (): Promise<void> => {
      for (let point = points.shift(); point !== undefined; point = points.shift()) {
        const path = folder.file(`${point}.db`);
        copyFileSync(empty, path);
        const { done } = await runUntil(path, point, point % 2 === 0 ? "before" : "after");
        outcomes.push({ done, claims: await soundClaims(path) });
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, dieAtPoints));

    for (const { done, claims } of outcomes) claimsAfter.set(done, Math.min(claims, claimsAfter.get(done) ?? claims));
    const sizes = new Set([...claimsAfter.values(), await soundClaims(whole)]);
    expect([...claimsAfter.keys()].sort((a, b) => a - b)).toEqual([0, 200, 400]);
    expect(outcomes.filter(({ claims }) => !sizes.has(claims))).toEqual([]);
    expect(outcomes.filter(({ done, claims }) => claims < (claimsAfter.get(done) ?? 0))).toEqual([]);
  },
);
