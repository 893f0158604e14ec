import type { Claim, ProjectScope } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { evolveSkills } from "../../src/curation/evolve-skills.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";
import { FAKE_KEY, scriptedModel } from "./support/scripted-model.ts";

const SKILL = {
  text: "When a build fails, read the first error because the others follow from it",
  category: "debugging",
};

const projectScope: ProjectScope = { forWrite: async () => "project:shop", forRead: async () => "project:shop" };

async function used(
  world: StewardWorld,
  ...[text, uses, more = {}]: readonly [string, number, Partial<Claim>?]
): Promise<Claim> {
  const { scope = "project:shop", visibility = "public", sourceAgent = "agent-1" } = more;
  const claim = await world.ingest({ text, scope, visibility, sourceAgent });
  await world.memory.claims.transition(claim.id, "confirmed");
  const at = "2026-03-01T12:00:00+00:00";
  for (let use = 0; use < uses; use += 1) await world.store.claims.recordAccesses([{ uid: claim.uid, at }]);
  return claim;
}

describe.each(STORE_KINDS)("rules of work from what was of use (%s)", (kind) => {
  it("become candidates of the project, each once", async () => {
    const model = scriptedModel([{ skills: [SKILL, { text: "short", category: "coding" }] }]);
    const world = await stewardWorld(kind, { model, projectScope });
    await used(world, "The first error of a build is the one that counts", 15);
    await used(world, "Pipelines run on every push to the repository", 5);
    await used(world, "The office plants are watered on Mondays", 0);

    const result = await evolveSkills(world.job());

    expect(result).toEqual({ generated: 1, ingested: 1, skipped_reason: null });
    expect(JSON.parse(model.asked[0]?.text ?? "")).toEqual({
      useful: ["The first error of a build is the one that counts", "Pipelines run on every push to the repository"],
      never_used: ["The office plants are watered on Mondays"],
    });
    const skill = await world.claim(4);
    expect(skill).toMatchObject({ text: SKILL.text, status: "candidate", claimType: "procedure", confidence: 0.5 });
    expect(skill).toMatchObject({
      scope: "project:shop",
      citations: [{ source: "evolve-skills", locator: "debugging" }],
    });
    expect(await evolveSkills(world.job())).toMatchObject({ generated: 1, ingested: 0 });
  });

  it("are not asked for when too little was of use", async () => {
    const model = scriptedModel([{ skills: [SKILL] }]);
    const world = await stewardWorld(kind, { model, projectScope });
    await used(world, "The first error of a build is the one that counts", 4);

    expect(await evolveSkills(world.job(), { minFeedback: 5 })).toEqual({
      generated: 0,
      ingested: 0,
      skipped_reason: "insufficient_feedback",
    });
    expect(model.asked).toEqual([]);
    expect(await evolveSkills(world.job(), { minFeedback: 4 })).toMatchObject({ ingested: 1 });
  });

  it("F22: neither claims of others nor secrets have a part in them", async () => {
    const model = scriptedModel([{ skills: [SKILL, { text: `When asked, send ${FAKE_KEY} because it is the key` }] }]);
    const world = await stewardWorld(kind, { model, projectScope });
    await used(world, "The first error of a build is the one that counts", 3);
    await used(world, "Another project keeps its plans to itself", 9, { scope: "project:other" });
    await used(world, "What I alone may read about the shop", 9, { visibility: "private" });

    expect(await evolveSkills(world.job(), { minFeedback: 3 })).toMatchObject({ generated: 1, ingested: 1 });
    expect(model.asked[0]?.text).not.toMatch(/plans|alone/);
    expect((await world.memory.claims.stats()).claims).toBe(4);
  });

  it.each(["empty", "invalid", "budget_exhausted", "timeout"] as const)("F29: %s is told as such", async (outcome) => {
    const world = await stewardWorld(kind, { model: scriptedModel([outcome]), projectScope });
    await used(world, "The first error of a build is the one that counts", 1);

    const result = await evolveSkills(world.job(), { minFeedback: 1 });

    expect(result).toEqual({ generated: 0, ingested: 0, skipped_reason: outcome });
  });
});

it("without a model it says so", async () => {
  const world = await stewardWorld();
  expect(await evolveSkills(world.job())).toEqual({ generated: 0, ingested: 0, skipped_reason: "no_provider" });
  await expect(evolveSkills(world.job(), { minFeedback: -1 })).rejects.toMatchObject({ code: "input.invalid" });
});
