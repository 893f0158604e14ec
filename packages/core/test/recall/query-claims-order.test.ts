import { describe, expect, it } from "vitest";
import type { Claim } from "../../src/claims/claim.ts";
import type { NewCitation } from "../../src/ports/claim-store.ts";
import { queryClaims } from "../../src/recall/query-claims.ts";
import { idsOf, openMemory, textsOf } from "./open-memory.ts";
import type { TestMemory } from "./open-memory.ts";

const turn = (session: string, line: number): NewCitation => ({
  source: "transcript",
  locator: `session=${session};line=${line}`,
  kind: "other",
});

/** Claims that match alike and are less and less sure, each learned in the session given. */
async function addTurns(memory: TestMemory, sessions: readonly (string | undefined)[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const [index, session] of sessions.entries()) {
    const citations = session === undefined ? undefined : [turn(session, index)];
    const claim = { text: `Gateway deploy ${index}x`, confidence: 0.9 - index / 100 };
    ids.push((await memory.add(citations === undefined ? claim : { ...claim, citations })).id);
  }
  return ids;
}

describe("queryClaims: corrections", () => {
  it("puts a claim that a correction is proposed for last, marked, although it matches best", async () => {
    const memory = openMemory();
    const old = await memory.add("The gateway port is 8080", { status: "confirmed", confidence: 0.95 });
    const correction = await memory.add("Correction: the gateway of staging now has port 9090");
    const third = await memory.add("The gateway has a port and a name");
    await memory.propose("superseded_candidate", old, correction);

    for (const retrievalMode of ["legacy", "hybrid", "qdrant"] as const) {
      const { rows, meta } = await memory.ask({ queryText: "gateway port", retrievalMode });

      expect(idsOf({ rows })).toEqual([third.id, correction.id, old.id]);
      expect(rows.map(({ annotation, breakdown }) => [annotation.correctionPending, breakdown.demoted])).toEqual([
        [false, false],
        [false, false],
        [true, true],
      ]);
      expect(meta.total).toBe(3);
    }
  });

  it("demotes from the moment the proposal is filed, and by no other kind of proposal", async () => {
    const memory = openMemory();
    const first = await memory.add("The gateway port is 8080", { status: "confirmed" });
    const second = await memory.add("The gateway port is 9090");
    const before = await memory.ask("gateway port");

    await memory.propose("conflicted", first, second);
    const disputed = await memory.ask("gateway port");
    await memory.propose("superseded_candidate", first, second);
    const corrected = await memory.ask("gateway port");

    expect(JSON.stringify(disputed)).toBe(JSON.stringify(before));
    expect(idsOf(before)).toEqual([first.id, second.id]);
    expect(idsOf(corrected)).toEqual([second.id, first.id]);
  });

  it("cuts a demoted row first when the limit is reached", async () => {
    const memory = openMemory();
    const old = await memory.add("Gateway port", { status: "confirmed" });
    const others = await memory.addAll(["The port of our gateway is 1", "The port of our gateway is 2"]);
    await memory.propose("superseded_candidate", old, others[0] ?? old);

    const { rows } = await memory.ask({ queryText: "gateway port", limit: 2 });

    expect(idsOf({ rows })).not.toContain(old.id);
    expect(rows).toHaveLength(2);
  });
});

describe("queryClaims: diversity", () => {
  it("lets three rows of a session stand together and moves the others behind, without losing them", async () => {
    const memory = openMemory();
    const [a1, a2, a3, a4, a5, b1, none] = await addTurns(memory, ["a", "a", "a", "a", "a", "b", undefined]);

    const { rows, meta } = await memory.ask("gateway deploy");

    expect(idsOf({ rows })).toEqual([a1, a2, a3, b1, none, a4, a5]);
    expect(rows.every(({ claim }) => claim.citations.length === 0)).toBe(true);
    expect(meta.total).toBe(7);
  });

  it("gives the free slots of a small limit to other sessions", async () => {
    const memory = openMemory({ sessionDiversityCap: 1 });
    const [a1, , , , , , , , b1, c1] = await addTurns(memory, ["a", "a", "a", "a", "a", "a", "a", "a", "b", "c"]);

    expect(idsOf(await memory.ask({ queryText: "gateway deploy", limit: 3 })).slice(0, 3)).toEqual([a1, b1, c1]);
  });

  it("keeps rows that await a correction behind the surplus of a session, and out of its share", async () => {
    const memory = openMemory({ sessionDiversityCap: 1 });
    const learned = async (text: string, session: string): Promise<Claim> =>
      memory.add({ text, citations: [turn(session, 1)] });
    const pending = await learned("Gateway deploy", "a");
    const second = await learned("The gateway of the first deploy", "a");
    const third = await learned("The gateway of the other second deploy", "a");
    const other = await learned("The gateway of the other and also third deploy", "b");
    await memory.propose("superseded_candidate", pending, second);

    expect(idsOf(await memory.ask("gateway deploy"))).toEqual([second.id, other.id, third.id, pending.id]);
  });

  it("is off at 0, and reads only the shown claims when no session can exceed the cap", async () => {
    const off = openMemory({ sessionDiversityCap: 0 });
    const on = openMemory();
    const ids = await addTurns(off, ["a", "a", "a", "a", "a"]);
    await addTurns(on, ["a", "a", "a"]);
    let reads = 0;
    const { claims } = on.context.store;
    const getMany: typeof claims.getMany = (...given) => {
      reads += 1;
      return claims.getMany(...given);
    };
    const watched = { ...on.context, store: { ...on.context.store, claims: { ...claims, getMany } } };

    expect(idsOf(await off.ask("gateway deploy"))).toEqual(ids);
    await queryClaims(watched, { queryText: "gateway deploy" });
    expect(reads).toBe(1);
  });
});

describe("queryClaims: pinned claims", () => {
  it("follow the relevant rows, marked and not counted among them", async () => {
    const memory = openMemory();
    const rule = await memory.add("Never push to main", { pinned: true });
    const match = await memory.add("The gateway deploy takes 4 minutes");

    const { rows, meta } = await memory.ask("gateway deploy");

    expect(idsOf({ rows })).toEqual([match.id, rule.id]);
    expect(rows[1]).toMatchObject({ score: 0, matchedTerms: [], annotation: { pinned: true } });
    expect(meta).toMatchObject({ total: 2, relevant: 1 });
  });

  it("stand alone when nothing is relevant, also for a query of stop words", async () => {
    const memory = openMemory();
    const rule = await memory.add("Never push to main", { pinned: true });
    await memory.add("The gateway deploy takes 4 minutes");

    for (const query of ["sourdough hydration", "what should a"]) {
      const { rows, meta } = await memory.ask(query);
      expect([idsOf({ rows }), meta.total, meta.relevant]).toEqual([[rule.id], 1, 0]);
    }
  });

  it("take part by their match alone in the mode legacy, where they survive every cut", async () => {
    const memory = openMemory({ relevanceFloorRatio: 0.9 });
    await memory.add("Never push to main", { pinned: true });
    const weak = await memory.add("A gateway needs a name before anything else happens to it", { pinned: true });
    const match = await memory.add("Gateway deploy token");

    const { rows, meta } = await memory.ask({ queryText: "gateway deploy token", retrievalMode: "legacy" });

    expect(idsOf({ rows })).toEqual([match.id, weak.id]);
    expect(meta).toMatchObject({ total: 2, relevant: 1 });
  });

  it("stand where their score puts them when they are relevant, a little above their like", async () => {
    const memory = openMemory();
    const pinned = await memory.add("Gateway deploy one", { pinned: true });
    const like = await memory.add("Gateway deploy two");

    const { rows, meta } = await memory.ask("gateway deploy");

    expect(idsOf({ rows })).toEqual([pinned.id, like.id]);
    expect(rows[0]?.breakdown.boost.pinned).toBe(0.03);
    expect(meta.relevant).toBe(2);
  });

  it("give way to relevant rows when the limit is reached", async () => {
    const memory = openMemory();
    await memory.add("Never push to main", { pinned: true });
    await memory.addAll(["Gateway deploy one", "Gateway deploy two"]);

    const { rows, meta } = await memory.ask({ queryText: "gateway deploy", limit: 2 });

    expect(textsOf({ rows })).toEqual(["Gateway deploy two", "Gateway deploy one"]);
    expect(meta).toMatchObject({ total: 3, relevant: 2 });
  });
});

describe("queryClaims: trace", () => {
  it("says why each row was left out", async () => {
    const memory = openMemory({ sessionDiversityCap: 1 });
    const [, a2, , a4] = await addTurns(memory, ["a", "a", "b", "a"]);
    const below = await memory.add("Some token");
    const ended = await memory.add({
      text: "Gateway deploy token",
      validFrom: "2025-10-01T00:00:00+00:00",
      validUntil: "2025-11-01T00:00:00+00:00",
    });
    const extra = await memory.addAll(["A gateway and its deploy", "One gateway with some deploy"]);

    const { rows, dropped, meta } = await memory.ask({ queryText: "gateway deploy token", limit: 3, explain: true });

    const reasons = new Map(dropped.map(({ claimId, reason }) => [claimId, reason]));
    expect(rows).toHaveLength(3);
    expect([a2, a4].map((id) => reasons.get(id ?? 0))).toEqual(["session_diversity_cap", "session_diversity_cap"]);
    expect(reasons.get(ended.id)).toBe("temporal");
    expect([...reasons.values()].filter((reason) => reason === "limit_truncation")).toHaveLength(meta.total - 3 - 2);
    expect([below, ...extra].every(({ id }) => reasons.has(id) || idsOf({ rows }).includes(id))).toBe(true);
  });

  it("names rows that match too little", async () => {
    const memory = openMemory();
    await memory.addAll(Array.from({ length: 30 }, (_, index) => `Restart ${index}x of the printer`));
    const lone = await memory.add("We restart things");
    const strict = openMemory({ relevanceFloorRatio: 0.9 });
    const poor = await strict.add("Some gateway or other that nobody knows much about");
    await strict.add("Gateway deploy token");

    const weak = await memory.ask({ queryText: "restart espresso grinder motor", explain: true });
    const floor = await strict.ask({ queryText: "gateway deploy token", explain: true });

    expect(weak.dropped).toContainEqual({ claimId: lone.id, reason: "weak_match" });
    expect(floor.dropped).toEqual([{ claimId: poor.id, reason: "below_floor" }]);
  });

  it("is empty unless asked for", async () => {
    const memory = openMemory();
    await memory.addAll(["Gateway deploy one", "Gateway deploy two"]);

    expect((await memory.ask({ queryText: "gateway", limit: 1 })).dropped).toEqual([]);
  });
});
