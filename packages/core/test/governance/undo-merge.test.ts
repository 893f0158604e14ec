import fc from "fast-check";
import { expect, test } from "vitest";

import { CLAIM_STATUSES } from "../../src/claims/claim.ts";
import { MemoryMasterError } from "../../src/errors/errors.ts";
import { merge, openSide, rowsOf } from "./two-stores.ts";
import type { Side } from "./two-stores.ts";

const ANA = { actor: "ana" } as const;
const TEXTS = ["CI runs on Jenkins", "CI runs on Buildkite", "Deploys run on Friday", "Ana owns billing"];

const STEP = fc.record({
  text: fc.constantFrom(...TEXTS),
  other: fc.constantFrom(...TEXTS),
  does: fc.constantFrom("ingest", "ingest", "confirm", "pin", "link", ...CLAIM_STATUSES),
  objectValue: fc.constantFrom("one", "two"),
  seconds: fc.constantFrom(0, 1, 60),
});

type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

async function refusable(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof MemoryMasterError)) throw error;
  });
}

async function take(side: Side, { text, other, does, objectValue, seconds }: Step): Promise<void> {
  const { claims, links } = side.memory;
  side.clock.advance(seconds * 1_000);
  const rows = await rowsOf(side, "claims");
  const [claim = "", second = ""] = [text, other].map((words) =>
    String(rows.find((row) => row["text"] === words)?.["uid"]),
  );
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    ingest: () => claims.ingest({ text, objectValue, subject: "ci", predicate: "is", sourceAgent: "ana" }),
    confirm: () => claims.confirm([claim], { ...ANA, supersede: true }),
    pin: () => claims.pin(claim, true),
    link: () => links.add(claim, second, "supports"),
    superseded: () => claims.transition(claim, "superseded", { replacedBy: second }),
  };
  const move = CLAIM_STATUSES.find((status) => status === does);
  await refusable((acts[does] ?? (() => claims.transition(claim, move ?? "stale")))());
}

/** What an undo sets back of each claim, by its name. */
async function claimsOf(side: Side): Promise<ReadonlyMap<string, unknown>> {
  const rows = await rowsOf(side, "claims");
  return new Map(rows.map((row) => [String(row["uid"]), { ...row, version: 0, updated_at: "" }]));
}

/** A link that comes back may have another id. */
async function linksOf(side: Side): Promise<readonly string[]> {
  const links = await rowsOf(side, "claim_links");
  return links.map((link) => JSON.stringify({ ...link, id: 0 })).sort();
}

const STEPS = fc.array(STEP, { maxLength: 12 });

test("the undo of a merge leaves what was here as it was and archives what came, and its undo merges again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(STEPS, STEPS, STEPS), fc.boolean(), async ([shared, there, here], keepStatus) => {
      const [a, b] = [openSide(0), openSide(1)];
      for (const step of shared) await take(b, step);
      await merge(b, a, { keepStatus: true });
      for (const step of there) await take(b, step);
      for (const step of here) await take(a, step);
      const before = [await claimsOf(a), await linksOf(a)] as const;
      const lastId = (await a.store.events.scan(0, 10_000)).at(-1)?.event.id ?? 0;
      a.clock.advance(60_000);
      await merge(b, a, { keepStatus });
      const after = [await claimsOf(a), await linksOf(a)];
      const [first] = await a.store.events.scan(lastId, 1);
      if (first === undefined) return;

      const { undoEventIds } = await a.memory.governance.undo(first.event.id, { ...ANA, run: true });

      const undone = await claimsOf(a);
      expect(await linksOf(a)).toEqual(before[1]);
      for (const [uid, row] of undone) {
        if (before[0].has(uid)) expect(row).toEqual(before[0].get(uid));
        else expect(row).toMatchObject({ status: "archived" });
      }
      const [again] = undoEventIds;
      if (again !== undefined) await a.memory.governance.undo(again, { ...ANA, run: true });
      expect([await claimsOf(a), await linksOf(a)]).toEqual(after);
      expect(await a.memory.events.verify()).toMatchObject({ valid: true });
    }),
    { numRuns: 60 },
  );
});
