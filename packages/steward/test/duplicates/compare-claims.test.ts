import { describe, expect, it } from "vitest";

import { compareClaims, mayBeSame, readClaim } from "../../src/duplicates/compare-claims.ts";
import type { Comparison } from "../../src/duplicates/compare-claims.ts";
import { stewardWorld } from "../support/steward-world.ts";

interface Side {
  readonly text: string;
  readonly subject?: string;
  readonly predicate?: string;
  readonly objectValue?: string;
  readonly validUntil?: string;
  readonly scope?: string;
}

async function compared(first: Side, second: Side): Promise<Comparison> {
  const world = await stewardWorld();
  const [a, b] = [await world.ingest(first), await world.ingest(second)];
  return compareClaims(readClaim(a), readClaim(b));
}

describe("two claims compared", () => {
  it.each([
    ["a word added", "The api server keeps its sessions in redis", "The api server always keeps its sessions in redis"],
    ["the passive", "Redis stores sessions for 24 hours", "Sessions are stored in Redis for 24 hours"],
    ["a number word", "The worker retries failed jobs five times", "The worker retries all failed jobs 5 times"],
    ["a short form", "The worker config lives in the repo", "All worker settings live in the repository"],
  ])("may be the same: %s", async (_, first, second) => {
    const comparison = await compared({ text: first }, { text: second });

    expect([mayBeSame(comparison), comparison.substitutes]).toEqual([true, false]);
  });

  it.each([
    ["F17: a port", "The worker listens on port 4001 for jobs", "The worker of jobs listens on port 4002"],
    ["a negation", "Deploys run on every branch", "All deploys never run on every branch"],
    ["a state", "The beta flag is enabled for all tenants", "The beta flag is disabled for all the other tenants"],
    ["a side", "The staging cluster is resized each night", "The production cluster is resized on each night"],
    ["a name", "Jobs of the OrderService are retried", "All jobs of the MailService are retried"],
    [
      "a name at the beginning",
      "Ana approves each change of billing",
      "Luis approves each and every change of billing",
    ],
    ["who does it", "The gateway calls the billing service first", "The billing service first calls the gateway"],
    ["a unit", "The job stops after 30 seconds of silence", "Each job stops after 30 minutes of silence"],
  ])("are not the same, however much they share: %s", async (_, first, second) => {
    expect(mayBeSame(await compared({ text: first }, { text: second }))).toBe(false);
  });

  it.each([
    ["nothing", {}, {}, "open"],
    ["one tuple alone", { subject: "api", predicate: "port", objectValue: "1" }, {}, "open"],
    [
      "the same in other letters",
      { subject: "API", predicate: "port", objectValue: "x" },
      { subject: "api ", predicate: "Port", objectValue: "X" },
      "same",
    ],
    [
      "another object",
      { subject: "api", predicate: "port", objectValue: "1" },
      { subject: "api", predicate: "port", objectValue: "2" },
      "rival",
    ],
    [
      "another attribute",
      { subject: "api", predicate: "port", objectValue: "1" },
      { subject: "api", predicate: "host", objectValue: "1" },
      "other",
    ],
    ["another object of who knows what", { objectValue: "1" }, { objectValue: "2" }, "unlike"],
  ])("tuples: %s", async (...[, first, second, relation]) => {
    const texts = [{ text: "The api answers on its port" }, { text: "On its port the service answers" }] as const;

    expect((await compared({ ...texts[0], ...first }, { ...texts[1], ...second })).tuple).toBe(relation);
  });

  it("a claim with an end is not the same as one without", async () => {
    const comparison = await compared(
      { text: "The freeze holds for the shop", validUntil: "2027-01-01T00:00:00Z" },
      { text: "The freeze also holds for the shop" },
    );

    expect([comparison.sameValidity, comparison.meet]).toEqual([false, true]);
  });
});
