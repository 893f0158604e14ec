import { expect, test } from "vitest";

import { createWorld } from "./support/cli.ts";

interface Observed {
  readonly ingested: boolean;
  readonly claim_type: string | null;
  readonly claim_id: number | null;
  readonly reason?: string;
}

interface Stored {
  readonly text: string;
  readonly claim_type: string;
  readonly confidence: number;
  readonly source_agent: string;
  readonly scope: string;
  readonly citations: readonly { readonly source: string }[];
}

test("a note is stored with the type that its words tell", async () => {
  using world = createWorld();

  const observed = await world.data<Observed>(["--stealth", "observe", "--text", "We decided to deploy on Tuesdays"]);
  const again = await world.data<Observed>(["observe", "--text", "We decided to deploy on Tuesdays"]);

  expect(observed).toEqual({ ingested: true, claim_type: "decision", claim_id: 1 });
  expect(again).toEqual({ ingested: false, claim_type: "decision", claim_id: 1, reason: "duplicate" });
  const { claim } = await world.data<{ readonly claim: Stored }>(["show", "1"]);
  expect(claim).toMatchObject({
    claim_type: "decision",
    confidence: 0.6,
    source_agent: "context-hook",
    scope: "project:project",
  });
  expect(claim.citations.map(({ source }) => source)).toEqual(["session"]);
});

test("other words are left out unless it is forced, and make no database", async () => {
  using world = createWorld();
  const note = ["--stealth", "observe", "--text", "Good morning, all of you"];

  const left = await world.data<Observed>(note);

  expect(left).toEqual({ ingested: false, claim_type: null, claim_id: null, reason: "no_pattern_match" });
  expect(world.temp.exists("project/.memorymaster-stealth.db")).toBe(false);
  expect(await world.data<Observed>([...note, "--force"])).toMatchObject({ ingested: true, claim_type: "fact" });
});

test("a secret is taken out, and a long text is cut", async () => {
  using world = createWorld();
  const token = `ghp_aB3dE6fG9hJ2kL5mN8pQ1rS4tU7vW0xYzAbC`;
  await world.data(["--stealth", "observe", "--text", `Always use ${token} for pushes`, "--scope", "user"]);
  await world.data(["observe", "--text", `Never ${"x".repeat(3_000)}`, "--source", "notes.md"]);

  const { claim: secret } = await world.data<{ readonly claim: Stored }>(["show", "1"]);
  const { claim: long } = await world.data<{ readonly claim: Stored }>(["show", "2"]);

  expect([secret.text, secret.scope]).toEqual(["Always use [REDACTED:github_token] for pushes", "user"]);
  expect([long.text.length, long.citations[0]?.source]).toEqual([2_000, "notes.md"]);
});

test("a call without a text is wrong", async () => {
  using world = createWorld();

  expect((await world.run(["--stealth", "observe"])).exitCode).toBe(2);
});
