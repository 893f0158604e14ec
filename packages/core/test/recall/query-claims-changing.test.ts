import { describe, expect, it } from "vitest";
import type { ClaimPatch } from "../../src/ports/claim-store.ts";
import { queryClaims } from "../../src/recall/query-claims.ts";
import { EVERYTHING } from "../support/open-context.ts";
import { openMemory } from "./open-memory.ts";

const NOW = "2026-01-02T03:04:05+00:00";
const YESTERDAY = "2026-01-01T00:00:00+00:00";

const CHANGES: readonly (readonly [name: string, patch: Partial<ClaimPatch>])[] = [
  ["archived", { status: "archived", archivedAt: NOW }],
  ["superseded", { status: "superseded", validUntil: NOW }],
  ["ended", { validUntil: YESTERDAY }],
];

/** Asks for two claims; another writer changes the first after it was found and before it is read. */
async function askWhile(patch: Partial<ClaimPatch>, trust?: "confirmed"): Promise<readonly (readonly unknown[])[]> {
  const memory = openMemory();
  const found = await memory.add("The gateway listens on port 7443", { status: "confirmed" });
  await memory.add("The gateway has no port open to the world", { status: "confirmed" });
  const { claims } = memory.context.store;
  const late: typeof claims = {
    ...claims,
    getMany: async (...wanted) => {
      const [now] = await claims.getMany(EVERYTHING, [found.id], false);
      if (now !== undefined) await claims.update(now.id, now.version, { updatedAt: NOW, ...patch });
      return claims.getMany(...wanted);
    },
  };
  const store = { ...memory.context.store, claims: late };
  const request = { queryText: "gateway port 7443", trust };
  const { rows } = await queryClaims({ ...memory.context, store }, request);
  return rows.map(({ claim, status }) => [claim.id, status]);
}

describe("queryClaims: a claim that changes while a question is answered", () => {
  it.each(CHANGES)("is no row when it has been %s", async (_, patch) => {
    expect(await askWhile(patch)).toEqual([[2, "confirmed"]]);
  });

  it("is no row when it has left the trust asked for", async () => {
    expect(await askWhile({ status: "conflicted" }, "confirmed")).toEqual([[2, "confirmed"]]);
  });

  it("shows the state it has now when that is still asked for", async () => {
    expect(await askWhile({ status: "conflicted" })).toEqual([
      [1, "conflicted"],
      [2, "confirmed"],
    ]);
  });
});
