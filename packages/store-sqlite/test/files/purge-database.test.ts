import { createMemory, createSealer } from "@memorymaster/core";
import type { ClaimInput, Memory, Store } from "@memorymaster/core";
import { cleanTurn } from "@memorymaster/core/testing";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { purgeDatabase } from "../../src/files/purge-database.ts";
import { bytesOnDisk } from "../support/bytes-on-disk.ts";
import { rareWord, traces } from "../support/rare-words.ts";
import { tempStore } from "../support/temp-store.ts";
import type { TempStore } from "../support/temp-store.ts";

const PLACES = 60;
const allWords = (owner: number): readonly string[] =>
  Array.from({ length: PLACES }, (_, place) => rareWord(owner, place));

/** Texts of all sizes, the longest over several pages of the file, among words that all claims share. */
function spoken(owner: number): ClaimInput {
  const [subject, predicate, value, source, excerpt, ...rest] = allWords(owner);
  const words = rest.slice(0, 1 + ((owner * 7) % rest.length));
  const filler = "deploys run before the release of the shared gateway ".repeat(owner % 19 === 0 ? 150 : owner % 5);
  return {
    text: `${words.join(" and ")} ${filler}`,
    // Keys of an index that fill much of a page make its cells move.
    subject: owner % 5 === 0 ? undefined : `${subject} service ${"of the shared gateway ".repeat((owner * 37) % 32)}`,
    predicate,
    objectValue: value,
    citations: [{ source: `docs/${source}.md`, locator: "L3", excerpt: `it says ${excerpt}` }],
  };
}

/** Memory over a store that leaves its files alone. */
function memoryOf(store: Store, more: object = {}): Memory {
  return createMemory({ store: { ...store, purge: undefined }, ...more });
}

/** Claims of these owners, each with the id of its owner, some of them archived, superseded or pinned. */
async function fill(memory: Memory, owners: number): Promise<void> {
  const items = Array.from({ length: owners }, (_, index) => ({ line: index, input: spoken(index + 1) }));
  const { ingested } = await memory.claims.ingestMany(items);
  if (ingested !== owners) throw new RangeError("not all claims were stored");
  for (let id = 1; id <= owners; id += 1) {
    const isArchived = (one: number): boolean => one % 11 === 0;
    if (isArchived(id)) await memory.claims.transition(id, "archived");
    else if (id % 6 === 5 || id % 6 === 3) await memory.claims.transition(id, "confirmed");
    else if (id % 6 === 1 && id < owners && !isArchived(id + 1)) {
      await memory.claims.transition(id, "superseded", { replacedBy: id + 1 });
    }
    if (id % 7 === 0) await memory.claims.pin(id, true);
  }
}

async function eraseAll(memory: Memory, ids: readonly number[]): Promise<void> {
  for (const id of ids) await memory.claims.redact(id, { mode: "erase", actor: "ana" });
}

const purge = (temp: TempStore, waitMs = 20_000): Promise<"done" | "pending"> =>
  purgeDatabase({ path: temp.path, logger: undefined, waitMs });

describe("the files of a database", () => {
  it("hold no word and no term of turns that were taken away among many", async () => {
    await using temp = await tempStore();
    const { verbatim } = temp.store;
    const turns = Array.from({ length: 240 }, (_, owner) => cleanTurn({ content: allWords(owner).join(" and ") }));
    const ids = (await verbatim.insert(turns)).map(Number);
    const isGone = (_: unknown, owner: number): boolean => owner % 40 === 0;
    await verbatim.remove(ids.filter(isGone));
    const gone = ids.map((_, owner) => owner).filter(isGone);

    expect(await purge(temp)).toBe("done");

    expect(traces(bytesOnDisk(temp.path), gone.flatMap(allWords))).toEqual([]);
    expect(traces(bytesOnDisk(temp.path), allWords(1))).not.toEqual([]);
  });

  it(
    "hold no word and no term of what was erased among many, with another connection open",
    { timeout: 60_000 },
    async () => {
      await using temp = await tempStore();
      const memory = memoryOf(temp.store);
      await fill(memory, 240);
      const peer = await temp.peer();
      await memoryOf(peer).recall.query({ queryText: rareWord(5, 0) });
      const erased = Array.from({ length: 120 }, (_, index) => 2 * index + 1);
      const words = erased.flatMap(allWords);
      await eraseAll(memory, erased);
      const before = traces(bytesOnDisk(temp.path), words).length;

      const outcome = await purge(temp);

      expect(before).toBeGreaterThan(100);
      expect(outcome).toBe("done");
      expect(traces(bytesOnDisk(temp.path), words)).toEqual([]);
      expect((await memoryOf(peer).claims.get(2)).text).toContain(rareWord(2, 5));
      expect(
        (await peer.search.candidates(VIEWER, { terms: [rareWord(2, 5)], filter: {}, limit: 5 })).map(({ id }) => id),
      ).toEqual([2]);
      expect(temp.sql("pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
      expect(await memory.events.verify()).toMatchObject({ valid: true });
    },
  );

  it("lose the words of a single claim too, archived or superseded", async () => {
    await using temp = await tempStore();
    const memory = createMemory({ store: temp.store });
    await fill(memory, 26);

    const done = [];
    for (const id of [1, 11, 13]) done.push((await memory.claims.redact(id, { mode: "erase", actor: "ana" })).files);

    expect(done).toEqual(["done", "done", "done"]);
    expect(traces(bytesOnDisk(temp.path), [1, 11, 13].flatMap(allWords))).toEqual([]);
    expect(traces(bytesOnDisk(temp.path), allWords(2)).length).toBeGreaterThan(5);
  });

  it("lose what was sealed before, and what redaction had left in the index", async () => {
    await using temp = await tempStore();
    const sealer = createSealer(Buffer.alloc(32, 9).toString("base64"), "KEY");
    const memory = createMemory({ store: temp.store, sealer });
    await fill(memory, 5);
    await memory.claims.redact(1, { mode: "redact", actor: "ana" });
    const [seal] = temp.sql("select sealed from sealed_payloads") as readonly { sealed: string }[];

    await memory.claims.redact(1, { mode: "erase", actor: "ana" });

    expect(seal?.sealed.length).toBeGreaterThan(200);
    expect(bytesOnDisk(temp.path)).not.toContain(seal?.sealed.slice(50, 100));
    expect(traces(bytesOnDisk(temp.path), allWords(1))).toEqual([]);
  });

  it("keep the old pages while somebody reads them, until the next time", async () => {
    await using temp = await tempStore();
    const memory = memoryOf(temp.store);
    await fill(memory, 40);
    const reader = new Database(temp.path, { readonly: true });
    reader.exec("begin");
    reader.prepare("select count(*) from claims").get();
    await eraseAll(memory, [3]);

    const during = await purge(temp, 300);
    const seen = reader.prepare("select text from claims where id = 3").pluck().get() as string;
    reader.exec("commit");
    const after = await purge(temp);
    reader.close();

    expect(seen).toContain(rareWord(3, 5));
    expect([during, after]).toEqual(["pending", "done"]);
    expect(traces(bytesOnDisk(temp.path), allWords(3))).toEqual([]);
  });

  it("are left as they are while somebody writes", async () => {
    await using temp = await tempStore();
    await fill(memoryOf(temp.store), 10);
    const warnings: unknown[] = [];
    const logger = { log: (level: string, _: string, facts?: object) => void warnings.push([level, facts]) };
    const writer = new Database(temp.path);
    writer.exec("begin immediate");

    const outcome = await purgeDatabase({ path: temp.path, logger, waitMs: 100 });

    writer.close();
    expect(outcome).toBe("pending");
    expect(warnings).toEqual([["warning", { path: temp.path, reason: "SQLITE_BUSY" }]]);
    expect(await memoryOf(temp.store).events.verify()).toMatchObject({ valid: true });
  });

  it("serve others while they are rewritten", async () => {
    await using temp = await tempStore();
    const memory = memoryOf(temp.store);
    await fill(memory, 60);
    await eraseAll(memory, [2]);

    const [outcome, found, stored] = await Promise.all([
      purge(temp),
      memory.recall.query({ queryText: rareWord(4, 5) }),
      memory.claims.ingest({ text: "Backups run at midnight" }),
    ]);

    expect([outcome, found.rows[0]?.claim.id, stored.claim.id]).toEqual(["done", 4, 61]);
    expect(await memory.claims.get(61)).toEqual(stored.claim);
  });
});

const VIEWER = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: true };
