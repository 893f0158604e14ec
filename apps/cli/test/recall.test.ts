import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

const FACT = "Die Größe des Puffers in staging beträgt 512 MB";

async function filledWorld(): Promise<World> {
  const world = createWorld();
  await world.data(["--stealth", "ingest", "--text", FACT]);
  await world.data(["ingest", "--text", "The staging queue is drained at night", "--scope", "project:other"]);
  return world;
}

test("the block is printed as it is, in the form that was asked for", async () => {
  using world = await filledWorld();

  const text = await world.run(["recall", "staging"]);
  const xml = await world.run(["recall", "staging", "--format", "xml"]);
  const json = await world.run(["recall", "staging", "--format", "json"]);

  expect(text.stdout).toMatch(/^# Relevant Memory Claims\n- Die Größe des Puffers/);
  expect(xml.stdout).toContain(`<text>${FACT}</text>`);
  expect(JSON.parse(json.stdout)).toMatchObject({ claims: [{ text: FACT }], meta: { token_budget: 2_000 } });
  expect([text, xml, json].map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [0, ""],
    [0, ""],
    [0, ""],
  ]);
});

test("where nothing matters for the question, it says so", async () => {
  using world = await filledWorld();
  const nothing = "(no relevant context found)\n";

  expect((await world.run(["recall", "kangaroo"])).stdout).toBe(nothing);
  expect((await world.run(["recall", "staging", "--trusted"])).stdout).toBe(nothing);
});

test("budget, scopes and the envelope are those of the caller", async () => {
  using world = await filledWorld();

  const other = await world.run(["recall", "staging", "--scope-allowlist", "project:other", "--budget", "300"]);
  const wrapped = documentOf(await world.run(["recall", "staging", "--json"]));
  const tiny = await world.run(["recall", "staging", "--budget", "1"]);

  expect(other.stdout).toContain("drained at night");
  expect(other.stdout).not.toContain("512 MB");
  expect(wrapped).toMatchObject({ ok: true, data: { claims_included: 1, token_budget: 2_000, format: "text" } });
  expect(tiny.exitCode).toBe(2);
});
