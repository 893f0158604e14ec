import { describe, expect, it } from "vitest";

import { extractorJob } from "../../src/extractor/extractor-job.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";

describe.each(STORE_KINDS)("reading structure (%s)", (kind) => {
  it("fills empty fields once, with an event that names fields and quotes nothing", async () => {
    const world = await stewardWorld(kind);
    const bare = await world.ingest({ text: "The  Gateway has\n10.0.0.5 now" });

    expect(await extractorJob(world.job())).toMatchObject({ processed: 1, normalized: 1, structured: 1 });
    expect(await world.claim(bare.id)).toMatchObject({
      text: bare.text,
      normalizedText: "the gateway has 10.0.0.5 now",
      claimType: "infra_fact",
      subject: undefined,
      predicate: "ip_address",
      objectValue: "10.0.0.5",
    });
    const event = (await world.events(bare.id)).find(({ eventType }) => eventType === "extractor");
    expect(event?.details).toBe("structure_inferred");
    expect(event?.payloadJson).not.toContain("10.0.0.5");

    expect(await extractorJob(world.job())).toMatchObject({ normalized: 0, structured: 0 });
    expect((await world.memory.recall.query({ queryText: "ip_address", scopes: ["project:shop"] })).rows).toHaveLength(
      1,
    );
  });

  it("overwrites nothing that the caller said", async () => {
    const world = await stewardWorld(kind);
    const given = await world.ingest({
      text: "The gateway has 10.0.0.5 now",
      claimType: "decision",
      subject: "gateway",
      predicate: "address",
    });

    expect(await extractorJob(world.job())).toMatchObject({ structured: 0 });
    expect(await world.claim(given.id)).toMatchObject({
      claimType: "decision",
      subject: "gateway",
      predicate: "address",
      objectValue: undefined,
      version: 1,
    });
  });

  it("undecided words and confirmed claims stay as they are", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: "We like tea and/or coffee" });
    const confirmed = await world.ingest({ text: "Hosts are in /etc/hosts" });
    await world.memory.claims.confirm([confirmed.id], { actor: "ana" });

    expect(await extractorJob(world.job())).toMatchObject({ processed: 1, structured: 0 });
    expect((await world.claim(confirmed.id)).claimType).toBeUndefined();
  });
});
