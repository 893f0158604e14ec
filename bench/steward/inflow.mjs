// Seven days in the life of a busy store: 1,100 new candidates a day in four parts, a cycle after each. Prints how old the
// candidates get that nobody has judged yet. Usage: node bench/steward/inflow.mjs [--days 7] [--batch 2000]
// Needs a build.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { memoryContext, memoryOf } from "../../packages/core/dist/index.js";
import { createFixedClock } from "../../packages/core/dist/testing/index.js";
import { openSqliteStore } from "../../packages/store-sqlite/dist/index.js";
import { runCycle } from "../../packages/steward/dist/index.js";

const PER_PART = 275;
const PARTS = 4;
const HOUR_MS = 3_600_000;
/** One in four is too short to be believed by its evidence: it waits for more. */
const isWeak = (at) => at % 4 === 0;

const { values } = parseArgs({
  options: { days: { type: "string", default: "7" }, batch: { type: "string", default: "2000" } },
});
const folder = mkdtempSync(join(tmpdir(), "memorymaster-inflow-"));
const clock = createFixedClock("2026-03-01T00:00:00Z");
const store = await openSqliteStore({ path: join(folder, "memory.db"), create: true, clock });
const context = memoryContext({ store, clock });
const memory = memoryOf(context);

/** A name without digits: claims about different things are no twins. */
const nameOf = (...numbers) =>
  numbers.map((number) => number.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[digit])).join("x");

const claimAt = (day, part, at) => ({
  text: isWeak(at)
    ? `Job ${nameOf(day, part, at)} runs`
    : `Service ${nameOf(day, part, at)} of the shop answers on a port of its own, as the manual of the shop says in its first part`,
  scope: "project:shop",
  citations: [{ source: "docs/shop.md", locator: `L${at + 1}` }],
});

const started = performance.now();
let slowest = 0;
for (let day = 0; day < Number(values.days); day += 1) {
  for (let part = 0; part < PARTS; part += 1) {
    const items = Array.from({ length: PER_PART }, (_, at) => ({ line: at, input: claimAt(day, part, at) }));
    await memory.claims.ingestMany(items);
    const before = performance.now();
    await runCycle(context, { batchLimit: Number(values.batch) });
    slowest = Math.max(slowest, performance.now() - before);
    clock.advance((24 / PARTS) * HOUR_MS);
  }
}

/** Hours since a candidate came in that no job has looked at. */
const unseen = [];
for (let afterId = 0; ;) {
  const viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: true };
  const filter = { statuses: ["candidate"] };
  const page = await store.jobs.select(viewer, { filter, order: "oldest", afterId, limit: 1000 });
  if (page.length === 0) break;
  afterId = page.at(-1).id;
  const ids = page.map(({ id }) => id);
  const seen = new Set((await store.jobs.latestEvents(ids, "validator")).map(({ claimId }) => claimId));
  for (const { id, createdAt } of page)
    if (!seen.has(id)) unseen.push((clock.nowMs() - Date.parse(createdAt)) / HOUR_MS);
}
unseen.sort((a, b) => a - b);
const { byStatus } = await memory.claims.stats();
process.stdout.write(
  `${JSON.stringify({
    days: Number(values.days),
    batch_limit: Number(values.batch),
    by_status: byStatus,
    unseen_candidates: unseen.length,
    unseen_age_p95_hours: unseen[Math.floor(unseen.length * 0.95)] ?? 0,
    slowest_cycle_s: Number((slowest / 1000).toFixed(1)),
    total_s: Number(((performance.now() - started) / 1000).toFixed(1)),
  })}\n`,
);
await store.close();
rmSync(folder, { recursive: true, force: true });
