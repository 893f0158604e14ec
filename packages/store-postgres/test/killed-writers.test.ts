import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { createTestDatabase, startKillTrial } from "@memorymaster/test-support";
import { expect, test } from "vitest";
import { openPostgresStore } from "../src/open-postgres-store.ts";
import { rawSql } from "./support/bare-database.ts";
import { memoryOf } from "./support/team.ts";

const HOST = fileURLToPath(new URL("fixtures/host-of-writers.mjs", import.meta.url));
const HOSTS = 3;
const WRITERS_EACH = "4";
/** `MEMORYMASTER_TRIAL_ROUNDS=20` for a longer trial by hand. */
const ROUNDS = Number(process.env["MEMORYMASTER_TRIAL_ROUNDS"] ?? 4);

const HALF_WRITTEN = `select id from claims
  where (select count(*) from events where claim_id = claims.id and event_type = 'ingest') <> 1
  or not exists (select 1 from citations where claim_id = claims.id)
  or not exists (select 1 from claim_terms where claim_id = claims.id)`;

test(
  `twelve writers on three hosts that are killed ${ROUNDS} times lose nothing that they acknowledged`,
  { timeout: (ROUNDS * 10 + 120) * 1000 },
  async () => {
    await using database = await createTestDatabase();
    await using store = await openPostgresStore({ url: database.url });
    const { upkeep } = memoryOf(store, {});

    const trial = startKillTrial({
      processes: HOSTS,
      rounds: ROUNDS,
      start: (host) => spawn(process.execPath, [HOST, database.url, host, WRITERS_EACH]),
    });
    await trial.ended;

    const stored = (await rawSql(database.url, "select uid from claims")) as { uid: string }[];
    const uids = new Set(stored.map(({ uid }) => uid));
    const report = await upkeep.check({ full: true });
    expect(trial.errors).toEqual([]);
    expect(trial.kills).toBeGreaterThanOrEqual(ROUNDS);
    expect(trial.acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(trial.acknowledged.filter((uid) => !uids.has(uid))).toEqual([]);
    expect(report).toMatchObject({ ok: true, chain: { valid: true }, index: { checked: stored.length } });
    expect(await rawSql(database.url, HALF_WRITTEN)).toEqual([]);
  },
);
