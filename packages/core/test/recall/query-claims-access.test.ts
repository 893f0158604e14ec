import { describe, expect, it } from "vitest";
import type { ClaimStatus } from "../../src/claims/claim.ts";
import { idsOf, openMemory, PROJECT } from "./open-memory.ts";
import type { TestMemory } from "./open-memory.ts";

const TEXT = "The staging gateway rotates its token";
const QUERY = "staging gateway token";
const TEAM = { mode: "team", principal: "ana", role: "writer", tenantId: "acme", grantedScopes: [PROJECT] } as const;

/** One claim for each of the live states. */
async function claimsOfEachState(memory: TestMemory): Promise<ReadonlyMap<ClaimStatus, number>> {
  const ids = new Map<ClaimStatus, number>();
  for (const status of ["candidate", "confirmed", "stale", "conflicted", "superseded", "archived"] as const) {
    const claim = await memory.add(`${TEXT} as ${status}`, status === "candidate" ? undefined : { status });
    ids.set(status, claim.id);
  }
  return ids;
}

describe("queryClaims: trust", () => {
  it("answers with confirmed, candidate, conflicted and stale claims, each marked, never with the retired ones", async () => {
    const memory = openMemory();
    await claimsOfEachState(memory);

    const { rows } = await memory.ask(QUERY);

    expect(
      rows.map(({ annotation: { status, active, unverified, stale, conflicted } }) => [
        status,
        { active, unverified, stale, conflicted },
      ]),
    ).toEqual([
      ["confirmed", { active: true, unverified: false, stale: false, conflicted: false }],
      ["candidate", { active: false, unverified: true, stale: false, conflicted: false }],
      ["conflicted", { active: false, unverified: false, stale: false, conflicted: true }],
      ["stale", { active: false, unverified: false, stale: true, conflicted: false }],
    ]);
  });

  it("answers with confirmed claims alone when only they are trusted", async () => {
    const memory = openMemory();
    const ids = await claimsOfEachState(memory);

    const { rows, meta } = await memory.ask({ queryText: QUERY, trust: "confirmed" });

    expect(idsOf({ rows })).toEqual([ids.get("confirmed")]);
    expect(meta).toMatchObject({ trust: "confirmed", total: 1 });
  });

  it.each([
    ["includeCandidates", "candidate"],
    ["includeStale", "stale"],
    ["includeConflicted", "conflicted"],
  ] as const)("leaves out what %s = false names, and nothing else", async (option, status) => {
    const memory = openMemory();
    await claimsOfEachState(memory);

    const { rows } = await memory.ask({ queryText: QUERY, [option]: false });

    expect(rows.map((row) => row.status)).toEqual(
      ["confirmed", "candidate", "conflicted", "stale"].filter((live) => live !== status),
    );
  });
});

describe("queryClaims: scopes", () => {
  it("reads the project, the person, what holds everywhere, and the old bare scope", async () => {
    const memory = openMemory();
    const scopes = [PROJECT, "user", "global", "project", "project:other", "team:ops"];
    const ids = new Map<string, number>();
    for (const scope of scopes) ids.set(scope, (await memory.add({ text: TEXT, scope })).id);

    const found = new Set(idsOf(await memory.ask(QUERY)));

    expect(scopes.filter((scope) => found.has(ids.get(scope) ?? 0))).toEqual([PROJECT, "user", "global", "project"]);
  });

  it("leaves the old bare scope out when the setting says so", async () => {
    const memory = openMemory({ includeLegacyProjectScope: false });
    await memory.add({ text: TEXT, scope: "project" });

    expect(idsOf(await memory.ask(QUERY))).toEqual([]);
  });

  it("reads exactly the scopes asked for, in their canonical form", async () => {
    const memory = openMemory();
    const other = await memory.add({ text: TEXT, scope: "project:my-app" });
    await memory.add({ text: TEXT, scope: PROJECT });

    expect(idsOf(await memory.ask({ queryText: QUERY, scopes: [" project:My App (1) "] }))).toEqual([other.id]);
  });

  it("keeps pinned claims of other scopes out", async () => {
    const memory = openMemory();
    await memory.add({ text: "Unrelated rule", scope: "project:other" }, { pinned: true });

    expect(idsOf(await memory.ask(QUERY))).toEqual([]);
  });
});

describe("queryClaims: callers", () => {
  it("hides private claims from other agents and shows them to their owner and the operator", async () => {
    const memory = openMemory();
    const own = await memory.add({ text: TEXT, visibility: "private", sourceAgent: "ana" });
    const pinned = await memory.add(
      { text: "Unrelated rule", visibility: "private", sourceAgent: "ana" },
      { pinned: true },
    );

    const seenBy = async (principal: string | undefined): Promise<readonly number[]> =>
      idsOf(await memory.as({ principal }).ask(QUERY));

    expect(await seenBy("ana")).toEqual([own.id, pinned.id]);
    expect(await seenBy(undefined)).toEqual([own.id, pinned.id]);
    expect(await seenBy("luis")).toEqual([]);
  });

  it("gives another agent no hint of a hidden claim, neither in a count nor in the trace", async () => {
    const memory = openMemory();
    await memory.add({ text: TEXT, visibility: "private", sourceAgent: "ana" });

    const { meta, dropped } = await memory.as({ principal: "luis" }).ask({ queryText: QUERY, explain: true });

    expect([meta.total, meta.relevant, dropped]).toEqual([0, 0, []]);
  });

  it("shows sensitive claims only where the operator has allowed it and the caller asks for it", async () => {
    const memory = openMemory();
    const claim = await memory.add({ text: TEXT, visibility: "sensitive", sourceAgent: "ana" });
    const allowed = memory.as({ sensitiveBypass: true });

    expect(idsOf(await allowed.ask({ queryText: QUERY, allowSensitive: true }))).toEqual([claim.id]);
    expect(idsOf(await allowed.ask(QUERY))).toEqual([]);
    await expect(memory.ask({ queryText: QUERY, allowSensitive: true })).rejects.toMatchObject({
      code: "access.sensitive",
    });
  });

  it("keeps tenants apart, in the answer and in how common a word is", async () => {
    const memory = openMemory();
    const ours = await memory.add({ text: TEXT, tenantId: "acme" });
    await memory.addAll(Array.from({ length: 60 }, (_, index) => `Token ${index}x of the gateway`));
    const theirs = await memory.add({ text: TEXT, tenantId: "globex" });

    const { rows, meta } = await memory.as({ tenantId: "acme" }).ask(QUERY);

    expect(idsOf({ rows })).toEqual([ours.id]);
    expect(idsOf({ rows })).not.toContain(theirs.id);
    expect(meta.commonTerms).toEqual([]);
  });

  it("reads the granted ones of the default scopes for a team, and refuses any other", async () => {
    const memory = openMemory();
    const ours = await memory.add({ text: TEXT, tenantId: "acme" });
    await memory.add({ text: TEXT, tenantId: "acme", scope: "global" });
    const team = memory.as(TEAM);

    const { rows, meta } = await team.ask(QUERY);

    expect(idsOf({ rows })).toEqual([ours.id]);
    expect(meta).toMatchObject({
      requestedRetrievalMode: "hybrid",
      retrievalMode: "legacy",
      containmentReason: "team_not_granted",
    });
    await expect(team.ask({ queryText: QUERY, scopes: ["global"] })).rejects.toMatchObject({ code: "access.denied" });
  });

  it("denies a team the mode qdrant and sensitive claims", async () => {
    const team = openMemory().as({ ...TEAM, sensitiveBypass: true });

    await expect(team.ask({ queryText: QUERY, retrievalMode: "qdrant" })).rejects.toMatchObject({
      code: "access.denied",
    });
    await expect(team.ask({ queryText: QUERY, allowSensitive: true })).rejects.toMatchObject({
      code: "access.sensitive",
    });
  });
});
