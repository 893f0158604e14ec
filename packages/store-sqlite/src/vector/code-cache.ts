import { setImmediate } from "node:timers/promises";

import type { IndexFilter } from "@memorymaster/core";
import type { Schema, VectorTable } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { binaryCode, nearestCodes, wordsOf } from "./binary-codes.ts";
import { readCenter } from "./code-center.ts";

type Database = Kysely<Schema>;
type Policy = Pick<IndexFilter, "tenantId" | "scopes" | "statuses">;

/** The binary codes of a table in memory, with what they are filtered by. */
export interface CodeCache {
  /** Takes in what has changed since. Not in a transaction that writes: what is rolled back must not stay here. */
  refresh(db: Database): Promise<void>;
  /** Of a vector of unit length: ids of the `wanted` claims whose codes are nearest; all that meet the filter when they are fewer. */
  nearest(vector: Float32Array, filter: Policy, wanted: number): readonly number[];
}

interface CodeRow {
  readonly claim_id: number;
  readonly tenant_id: string;
  readonly scope: string;
  readonly status: string;
  /** Null where the vector is gone. */
  readonly code: Buffer | null;
  readonly change_no: number;
}

/** Rows in one step: between two others may work. */
const STEP = 5_000;
const FIRST_CAPACITY = 1_024;
/** Policy number of claims without a vector. */
const GONE = 0;

class Codes {
  #words: Uint32Array;
  #ids: Float64Array = new Float64Array(FIRST_CAPACITY);
  #policies: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  readonly #width: number;
  readonly #places: Map<number, number> = new Map();
  readonly #policyNumbers: Map<string, number> = new Map();
  readonly #policyRows: Pick<CodeRow, "tenant_id" | "scope" | "status">[] = [];

  constructor(dims: number) {
    this.#width = wordsOf(dims);
    this.#words = new Uint32Array(FIRST_CAPACITY * this.#width);
  }

  put(row: CodeRow): void {
    const known = this.#places.get(row.claim_id);
    if (row.code === null && known === undefined) return;
    const place = known ?? this.#newPlace(row.claim_id);
    this.#policies[place] = row.code === null ? GONE : this.#policyNumber(row);
    if (row.code === null) this.#words.fill(0, place * this.#width, (place + 1) * this.#width);
    else
      for (let word = 0; word < this.#width; word += 1)
        this.#words[place * this.#width + word] = row.code.readUInt32LE(4 * word);
  }

  nearest(asked: Uint32Array, filter: Policy, wanted: number): readonly number[] {
    const allowed = Uint8Array.from([0, ...this.#policyRows.map((policy) => (meets(policy, filter) ? 1 : 0))]);
    const takesPart = (place: number): boolean => allowed[this.#policies[place] ?? GONE] === 1;
    const codes = { words: this.#words, size: this.#places.size, takesPart };
    return nearestCodes(asked, codes, wanted).map((place) => this.#ids[place] ?? 0);
  }

  #newPlace(claimId: number): number {
    const place = this.#places.size;
    if (place === this.#ids.length) this.#grow();
    this.#places.set(claimId, place);
    this.#ids[place] = claimId;
    return place;
  }

  #grow(): void {
    const capacity = 2 * this.#ids.length;
    const [ids, policies, words] = [this.#ids, this.#policies, this.#words];
    this.#ids = new Float64Array(capacity);
    this.#policies = new Uint32Array(capacity);
    this.#words = new Uint32Array(capacity * this.#width);
    this.#ids.set(ids);
    this.#policies.set(policies);
    this.#words.set(words);
  }

  #policyNumber({ tenant_id, scope, status }: CodeRow): number {
    const key = JSON.stringify([tenant_id, scope, status]);
    const known = this.#policyNumbers.get(key) ?? this.#policyRows.push({ tenant_id, scope, status });
    this.#policyNumbers.set(key, known);
    return known;
  }
}

const meets = (row: Pick<CodeRow, "tenant_id" | "scope" | "status">, { tenantId, scopes, statuses }: Policy): boolean =>
  (tenantId ?? row.tenant_id) === row.tenant_id &&
  (scopes?.includes(row.scope) ?? true) &&
  (statuses?.some((status) => status === row.status) ?? true);

/** The newest event, by which another content of the file is told: a backup that was put back has another history. */
interface Head {
  readonly id: number;
  readonly event_hash: string;
}

async function newestEvent(db: Database): Promise<Head | undefined> {
  return db.selectFrom("events").select(["id", "event_hash"]).orderBy("id", "desc").limit(1).executeTakeFirst();
}

export function createCodeCache(table: VectorTable): CodeCache {
  const { dims } = table;
  const name = sql.table(table.name);
  let codes = new Codes(dims);
  let seen = { change_no: 0, claim_id: 0 };
  let center: Float32Array | undefined;
  let head: Head | undefined;
  let refreshing: Promise<void> = Promise.resolve();

  const isSameHistory = async (db: Database): Promise<boolean> => {
    const { rows } = await sql<{ newest: number; hash: string | null }>`select
      (select coalesce(max(change_no), 0) from ${name}) as newest,
      (select event_hash from events where id = ${head?.id ?? 0}) as hash`.execute(db);
    return (rows[0]?.newest ?? 0) >= seen.change_no && (rows[0]?.hash ?? undefined) === head?.event_hash;
  };
  const takeIn = async (db: Database): Promise<void> => {
    if (!(await isSameHistory(db))) {
      [codes, seen, center] = [new Codes(dims), { change_no: 0, claim_id: 0 }, undefined];
    }
    for (let read = STEP; read === STEP;) {
      const { rows } = await sql<CodeRow>`select claim_id, tenant_id, scope, status, code, change_no from ${name}
        where (change_no, claim_id) > (${seen.change_no}, ${seen.claim_id})
        order by change_no, claim_id limit ${STEP}`.execute(db);
      for (const row of rows) codes.put(row);
      seen = rows.at(-1) ?? seen;
      read = rows.length;
      // Timers of callers who do not want to wait any longer get their turn.
      await setImmediate();
    }
    center ??= await readCenter(db, table);
    head = await newestEvent(db);
  };
  return {
    // One after the other: two that run at once would take the same rows in.
    refresh: (db) => (refreshing = refreshing.catch(() => undefined).then(() => takeIn(db))),
    nearest: (vector, filter, wanted) => codes.nearest(binaryCode(vector, center), filter, wanted),
  };
}
