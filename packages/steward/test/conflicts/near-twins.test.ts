import { describe, expect, it } from "vitest";

import { nearTwinsJob } from "../../src/conflicts/near-twins.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";

const FIRST = "The worker of the shop retries failed jobs 3 times with backoff before it pages someone";
const SECOND = "The worker of the shop retries its failed jobs 5 times with backoff before it pages someone else";

describe.each(STORE_KINDS)("near-twins by words (%s)", (kind) => {
  it.each([
    ["a number", FIRST, SECOND],
    ["a number word", FIRST, SECOND.replace("5", "five")],
    ["a state", "The beta flag is enabled for every tenant", "For every tenant the beta flag is disabled"],
    ["a negation", FIRST, FIRST.replace("retries", "never retries").replace("someone", "someone else")],
    ["un estado", "El modo de mantenimiento está activo", "El modo de mantenimiento ya está inactivo"],
  ])("asks about %s once, and leaves both as they are", async (_, text, other) => {
    const world = await stewardWorld(kind);
    const [first, second] = [await world.ingest({ text }), await world.ingest({ text: other })];
    const asked = (await world.store.proposals.listAll()).length;

    const results = [await nearTwinsJob(world.job()), await nearTwinsJob(world.job())];

    expect(results.map(({ proposed }) => proposed)).toEqual([1 - asked, 0]);
    expect(await world.store.proposals.listAll()).toMatchObject([
      { kind: "conflicted", targetClaimId: first.id, candidateClaimId: second.id },
    ]);
    expect([(await world.claim(first.id)).status, (await world.claim(second.id)).status]).toEqual([
      "candidate",
      "candidate",
    ]);
  });

  it("is asked about the confirmed one", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: FIRST });
    const confirmed = await world.ingest({ text: SECOND });
    await world.memory.claims.transition(confirmed.id, "confirmed");

    await nearTwinsJob(world.job());

    expect(await world.store.proposals.listAll()).toMatchObject([{ targetClaimId: confirmed.id }]);
  });

  it.each([
    ["another attribute", { subject: "jobs", predicate: "retries" }, { subject: "jobs", predicate: "pages" }],
    ["a tuple that tells them apart", { subject: "a", predicate: "x" }, { subject: "b", predicate: "x" }],
    ["another scope", { scope: "project:a" }, { scope: "project:b" }],
    [
      "another time",
      { validFrom: "2025-01-01T00:00:00Z", validUntil: "2026-04-01T00:00:00Z" },
      { validFrom: "2026-05-01T00:00:00Z" },
    ],
  ])("does not ask about %s", async (_, first, second) => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: FIRST, ...first });
    await world.ingest({ text: SECOND, ...second });

    expect(await nearTwinsJob(world.job())).toMatchObject({ proposed: 0 });
  });

  it.each([
    ["staging and production", "The staging box of the shop has 4 cores", "The production box of our shop has 8 cores"],
    ["two services", "Jobs of the OrderService take port 4001", "Jobs of our MailService take port 4002"],
  ])("does not ask about two things: %s", async (_, first, second) => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: first });
    await world.ingest({ text: second });

    expect(await nearTwinsJob(world.job())).toMatchObject({ compared: 2, proposed: 0 });
  });

  it("a question that was turned down is not asked again", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: FIRST });
    await world.ingest({ text: SECOND });
    await nearTwinsJob(world.job());
    const [open] = await world.store.proposals.listAll();
    await world.memory.governance.resolve({ proposalEventId: open?.eventId, action: "reject", actor: "ana" });

    expect(await nearTwinsJob(world.job())).toMatchObject({ proposed: 0 });
  });
});
