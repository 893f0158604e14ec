import { describe, expect, it } from "vitest";

import { decayJob } from "../../src/decay/decay-job.ts";
import { validatorJob } from "../../src/validator/validator-job.ts";
import { evidence, portClaim } from "../support/evidence.ts";
import { patchedJob } from "../support/patched-job.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";

const anotherWay = (value: string, citations = 1) => ({
  ...portClaim(value, citations),
  text: `Clients reach the database of the shop through ${value}`,
});

describe.each(STORE_KINDS)("claims about what is confirmed (%s)", (kind) => {
  it("a candidate that says the same is superseded by the confirmed claim, which takes its citations", async () => {
    const world = await stewardWorld(kind);
    const confirmed = await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    const duplicate = await world.ingest({
      ...anotherWay(" 5432 "),
      citations: [{ source: "notes.md", locator: "L9" }],
    });

    const result = await validatorJob(world.job());

    expect(result).toMatchObject({ processed: 1, superseded: 1, confirmed: 0, pending: 0 });
    expect(await world.claim(duplicate.id)).toMatchObject({ status: "superseded", replacedByClaimId: confirmed.id });
    const survivor = await world.claim(confirmed.id);
    expect(survivor).toMatchObject({ status: "confirmed", supersedesClaimId: duplicate.id });
    expect(survivor.citations.map(({ source }) => source)).toEqual(["docs/part-1.md", "notes.md"]);
    const added = (await world.events(confirmed.id)).filter(({ eventType }) => eventType === "citation");
    expect(added.map(({ payloadJson }) => JSON.parse(payloadJson ?? "") as unknown)).toMatchObject([
      { outcome: "added", citation_id: survivor.citations[1]?.id, run_id: "run-1" },
    ]);
  });

  it("F18: a second duplicate is archived and leaves the pointer of the first alone", async () => {
    const world = await stewardWorld(kind);
    const confirmed = await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    const first = await world.ingest(anotherWay("5432"));
    await validatorJob(world.job());
    const second = await world.ingest({ ...portClaim("5432"), text: "Backups of the shop dial the port of postgres" });

    const result = await validatorJob(world.job());

    expect(result).toMatchObject({ superseded: 0, archived_duplicates: 1 });
    expect((await world.claim(confirmed.id)).supersedesClaimId).toBe(first.id);
    expect(await world.claim(second.id)).toMatchObject({ status: "archived", replacedByClaimId: confirmed.id });
    const archived = (await world.events(second.id)).at(-1);
    expect(archived).toMatchObject({ toStatus: "archived", details: `duplicate_of_confirmed_claim:${confirmed.id}` });

    await world.memory.governance.undo(archived?.id ?? 0, { actor: "ana" });
    expect(await world.claim(second.id)).toMatchObject({ status: "candidate", replacedByClaimId: undefined });
    expect(await validatorJob(world.job())).toMatchObject({ archived_duplicates: 0, pending: 1 });
  });

  it("what says the same of another time stays a candidate", async () => {
    const world = await stewardWorld(kind);
    await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    const { id } = await world.ingest({ ...anotherWay("5432"), validFrom: "2025-01-01", validUntil: "2025-06-01" });

    expect(await validatorJob(world.job())).toMatchObject({ pending: 1, superseded: 0, conflicted: 0 });
    expect((await world.claim(id)).status).toBe("candidate");
  });

  it("L37: another value that is not clearly better is a conflict, and both are kept", async () => {
    const world = await stewardWorld(kind);
    const confirmed = await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    const rival = await world.ingest(portClaim("5433"));

    const result = await validatorJob(world.job());

    expect(result).toMatchObject({ conflicted: 1, superseded: 0 });
    expect((await world.claim(confirmed.id)).status).toBe("confirmed");
    expect((await world.events(rival.id)).at(-1)).toMatchObject({
      toStatus: "conflicted",
      details: `conflicts_with_confirmed_claim:${confirmed.id}`,
    });
  });

  it("a clearly better claim replaces the confirmed one, that one first", async () => {
    const world = await stewardWorld(kind);
    const beaten = await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    const better = await world.ingest(portClaim("5433", 4));

    const result = await validatorJob(world.job({ runId: "run-2" }));

    expect(result).toMatchObject({ confirmed: 1, superseded: 1, conflicted: 0, errors: 0 });
    expect(await world.claim(beaten.id)).toMatchObject({ status: "superseded", replacedByClaimId: better.id });
    expect(await world.claim(better.id)).toMatchObject({ status: "confirmed", supersedesClaimId: beaten.id });
    const [retired, confirmed] = [(await world.events(beaten.id)).at(-1), (await world.events(better.id)).at(-1)];
    expect(retired).toMatchObject({ eventType: "supersession", runId: "run-2" });
    expect(retired?.id).toBeLessThan(confirmed?.id ?? 0);
    expect((await world.memory.events.verify()).issues).toEqual([]);
  });

  it("a person who undoes the exchange is not overruled", async () => {
    const world = await stewardWorld(kind);
    const beaten = await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    const better = await world.ingest(portClaim("5433", 4));
    await validatorJob(world.job({ runId: "run-2" }));
    for (const id of [better.id, beaten.id]) {
      await world.memory.governance.undo((await world.events(id)).at(-1)?.id ?? 0, { actor: "ana" });
    }

    const again = await validatorJob(world.job({ runId: "run-3" }));

    expect(again).toMatchObject({ confirmed: 0, superseded: 0, pending: 1, errors: 0 });
    expect((await world.claim(beaten.id)).status).toBe("confirmed");
    expect((await world.claim(better.id)).status).toBe("candidate");
  });

  it("L18: a pinned claim is never replaced; the better one is a conflict", async () => {
    const world = await stewardWorld(kind);
    const pinned = await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    await world.memory.claims.pin(pinned.id, true);
    const better = await world.ingest({ ...portClaim("5433", 4), confidence: 1 });

    expect(await validatorJob(world.job())).toMatchObject({ conflicted: 1, superseded: 0 });
    expect((await world.claim(pinned.id)).status).toBe("confirmed");
    expect((await world.claim(better.id)).status).toBe("conflicted");
  });

  it("G15: over a person's word the person is asked, once", async () => {
    const world = await stewardWorld(kind);
    const kept = await world.ingest(portClaim("5432"));
    await world.memory.claims.confirm([kept.id], { actor: "ana" });
    const better = await world.ingest({ ...portClaim("5433", 4), confidence: 1 });

    const results = [await validatorJob(world.job()), await validatorJob(world.job())];

    expect(results).toMatchObject([
      { pending: 1, superseded: 0, confirmed: 0 },
      { pending: 1, superseded: 0, confirmed: 0 },
    ]);
    expect((await world.claim(kept.id)).confirmedBy).toBe("ana");
    expect((await world.claim(better.id)).status).toBe("candidate");
    const asked = (await world.store.proposals.listOpen([kept.id])).filter(
      (one) => one.kind === "superseded_candidate",
    );
    expect(asked.map(({ candidateClaimId }) => candidateClaimId)).toEqual([better.id]);
  });

  it.each([
    ["scope", { scope: "project:bakery" }],
    ["visibility", { visibility: "private", sourceAgent: "codex" }],
  ] as const)("claims of another %s are no peers", async (_, other) => {
    const world = await stewardWorld(kind);
    await world.ingest(portClaim("5432"));
    await world.ingest({ ...portClaim("5433"), ...other });

    expect(await validatorJob(world.job())).toMatchObject({ confirmed: 2, conflicted: 0 });
  });

  it("subjects that any address is given contradict nobody", async () => {
    const world = await stewardWorld(kind);
    const address = (value: string) => ({
      text: `Among the machines of the shop there is one at ${value}`,
      subject: "server",
      predicate: "ip_address",
      objectValue: value,
    });
    await world.ingest(address("192.0.2.10"));
    await world.ingest({ ...address("192.0.2.99"), citations: evidence(4) });

    expect(await validatorJob(world.job())).toMatchObject({ conflicted: 0, superseded: 0, errors: 0 });
    expect(await validatorJob(world.job())).toMatchObject({ conflicted: 0, superseded: 0, errors: 0 });
  });

  it("a value that runs out makes room for the next one", async () => {
    const world = await stewardWorld(kind);
    const spring = await world.ingest({ ...portClaim("5432", 4), validUntil: "2026-03-05" });
    await validatorJob(world.job());
    world.wait(10);
    const now = await world.ingest(portClaim("5433"));

    expect(await validatorJob(world.job())).toMatchObject({ confirmed: 1, superseded: 1 });
    expect((await world.claim(spring.id)).validUntil).toBe("2026-03-05T00:00:00+00:00");
    expect((await world.claim(now.id)).status).toBe("confirmed");
  });

  it("F37: a fact that comes back is alive at the end", async () => {
    const world = await stewardWorld(kind);
    const ci = (value: string) => ({
      text: `The pipelines of the shop run on ${value}, for all branches`,
      subject: "ci",
      predicate: "runs_on",
      objectValue: value,
      citations: evidence(4),
    });
    const results = [];
    for (const value of ["Jenkins", "Buildkite", "Jenkins"]) {
      await world.ingest(ci(value));
      results.push(await validatorJob(world.job()));
      world.wait(15);
      await decayJob(world.job());
    }

    expect(results.map(({ confirmed, superseded }) => [confirmed, superseded])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
    ]);
    const claims = await Promise.all([1, 2, 3].map((id) => world.claim(id)));
    expect(claims.map(({ objectValue, status }) => [objectValue, status])).toEqual([
      ["Jenkins", "superseded"],
      ["Buildkite", "superseded"],
      ["Jenkins", "confirmed"],
    ]);
  });

  it("a claim that loses the race for its subject and predicate is a conflict, and nothing is superseded", async () => {
    const world = await stewardWorld(kind);
    const holder = await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    const late = await world.ingest(portClaim("5433", 4));
    let looks = 0;
    const job = patchedJob(world.job(), ({ claims }) => ({
      claims: {
        ...claims,
        findIdentityMatches: async (lookup) => {
          looks += 1;
          return looks <= 2 ? [] : claims.findIdentityMatches(lookup);
        },
      },
    }));

    expect(await validatorJob(job)).toMatchObject({ confirmed: 0, conflicted: 1, superseded: 0, errors: 0 });
    expect((await world.events(late.id)).at(-1)?.details).toBe("tuple_conflict_on_confirm score=0.875");
    expect((await world.claim(holder.id)).status).toBe("confirmed");
  });
});

describe.each(STORE_KINDS)("a claim that is said to be outdated (%s)", (kind) => {
  const correction = (target: number) => ({
    text: "From spring on the ledger of the shop is kept in a spreadsheet",
    supersedes: target,
  });

  it("F4, L27: is not confirmed while the question is open, is told of once, and goes on after it", async () => {
    const world = await stewardWorld(kind);
    const target = await world.ingest(portClaim("5432"));
    const { id: correctionId } = await world.ingest(correction(target.id));
    await world.memory.claims.archive([correctionId], { actor: "ana" });

    const first = await validatorJob(world.job());
    await validatorJob(world.job());

    expect(first).toMatchObject({ confirmed: 0, pending: 1, blocked_pending_supersession: 1 });
    expect(await world.claim(target.id)).toMatchObject({ status: "candidate", version: 1 });
    const told = (await world.events(target.id)).filter(({ eventType }) => eventType === "validator");
    expect(told.map(({ details }) => details)).toEqual(["promotion_blocked_pending_supersession"]);
    expect(JSON.parse(told[0]?.payloadJson ?? "")).toMatchObject({ claim_status: "candidate", citation_count: 1 });

    await world.memory.governance.resolve({ action: "reject", claim: target.id, actor: "ana" });
    expect(await validatorJob(world.job())).toMatchObject({ confirmed: 1, blocked_pending_supersession: 0 });
  });

  it("F4, L27: is not confirmed either when the question came up a moment ago", async () => {
    const world = await stewardWorld(kind);
    const target = await world.ingest(portClaim("5432"));
    const job = patchedJob(world.job(), ({ jobs }) => ({
      jobs: {
        ...jobs,
        writeConfidences: async (changes) => {
          const written = await jobs.writeConfidences(changes);
          await world.ingest(correction(target.id));
          return written;
        },
      },
    }));

    expect(await validatorJob(job)).toMatchObject({ confirmed: 0, pending: 1, blocked_pending_supersession: 1 });
    expect((await world.claim(target.id)).status).toBe("candidate");
  });
});
