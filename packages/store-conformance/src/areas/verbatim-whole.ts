import type { NewTurn } from "@memorymaster/core";
import { sha256Hex } from "@memorymaster/core";
import { cleanTurn } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { AT, failureCode, insertTexts } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { VERBATIM } from "../requirements/verbatim.ts";
import { exported, pieces } from "./dump-support.ts";
import { addTurns, findIds, findTurns, indexed, LATER, said } from "./verbatim-support.ts";

type WholeStore = Pick<
  typeof VERBATIM,
  | "verbatim.weights"
  | "verbatim.select"
  | "verbatim.secrets"
  | "verbatim.rebuilt"
  | "verbatim.transfer"
  | "verbatim.adopted"
>;

export const wholeStoreTests: AreaTests<WholeStore> = {
  "verbatim.weights": async ({ store }) => {
    await addTurns(
      store,
      { content: "ñandú", sessionId: "a", timestamp: LATER },
      { content: "same", sessionId: "a" },
      { content: "same", sessionId: "b" },
      { content: "last", sessionId: "b", timestamp: LATER },
    );

    expect(await store.verbatim.census()).toEqual({ turns: 4, sessions: 2, bytes: 19, contents: 3 });
    const first = await store.verbatim.oldest(undefined, 3);
    expect(first).toEqual([
      { id: 2, timestamp: AT, bytes: 4, endsSession: false },
      { id: 3, timestamp: AT, bytes: 4, endsSession: false },
      { id: 1, timestamp: LATER, bytes: 7, endsSession: true },
    ]);
    expect(await store.verbatim.oldest(first[2], 3)).toEqual([
      { id: 4, timestamp: LATER, bytes: 4, endsSession: true },
    ]);
  },

  "verbatim.select": async ({ store }) => {
    const beginnings = ["You % are_", "Résumé: 🧾", "x"];
    await said(store, "You % are_ one", "You X arey no", "Résumé: 🧾 two", "and You % are_", "x", "You % are_ three");

    expect(await store.verbatim.select({ beginnings }, 0, 10)).toEqual([1, 3, 5, 6]);
    expect(await store.verbatim.select({ beginnings }, 1, 2)).toEqual([3, 5]);
    expect(await store.verbatim.select({ beginnings: [] }, 0, 10)).toEqual([]);
  },

  "verbatim.secrets": async ({ store }) => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const turn = (fields: Partial<NewTurn>) => store.verbatim.insert([{ ...cleanTurn(), ...fields }]);

    expect(await failureCode(turn({ content: `with ${token}` }))).toBe("sensitive.content");
    for (const field of ["sessionId", "speaker", "scope", "sourceAgent"] as const) {
      expect([field, await failureCode(turn({ [field]: token }))]).toEqual([field, "sensitive.metadata"]);
    }
    expect(await store.verbatim.stats()).toEqual({ turns: 0, terms: 0 });
  },

  "verbatim.rebuilt": async ({ store }) => {
    await said(store, ...Array.from({ length: 250 }, (_, n) => `ledger entry ${n}`));
    const before = await store.verbatim.stats();

    await store.upkeep.repairIndex();

    expect(await store.verbatim.stats()).toEqual(before);
    expect(await findIds(store, ["249"])).toEqual([250]);
    expect((await store.upkeep.checkIndex(true)).countsMatch).toBe(true);
  },

  "verbatim.transfer": async ({ store, memory, another }) => {
    await addTurns(store, { content: "ledger one", speaker: "Ana" }, { content: "ledger two", kind: "tool" });
    await store.verbatim.remove([1]);
    const text = await exported(memory());
    const target = await another();

    await target.memory().transfer.importLines(pieces(text));

    expect(await exported(target.memory())).toBe(text);
    expect(await findTurns(target.store, ["ledger"])).toEqual(await findTurns(store, ["ledger"]));
    expect(await target.store.verbatim.stats()).toEqual(indexed("ledger two"));
    expect(await said(target.store, "ledger three")).toEqual([3]);
  },

  "verbatim.adopted": async ({ store, memory, another }) => {
    await said(store, "ledger one", "ledger two");
    const text = await exported(memory());
    const target = await another();
    await insertTexts(target.store, "A claim that was there");
    await said(target.store, "ledger zero", "ledger two");

    const first = await target.memory().transfer.importLines(pieces(text));
    const second = await target.memory().transfer.importLines(pieces(text));

    expect([first.inserted.verbatim_memories, second.inserted.verbatim_memories]).toEqual([1, 0]);
    expect((await findTurns(target.store, ["ledger"])).map(({ content }) => content).sort()).toEqual([
      "ledger one",
      "ledger two",
      "ledger zero",
    ]);
    expect(sha256Hex("ledger one")).toBe(
      (await target.store.dump.read("verbatim_memories", undefined, 9))[2]?.["content_hash"],
    );
  },
};
