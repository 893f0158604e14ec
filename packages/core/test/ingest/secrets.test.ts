import { describe, expect, it } from "vitest";

import type { ClaimInput, IngestOptions } from "../../src/ingest/types.ts";
import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import { createSealer } from "../../src/security/sealer.ts";
import { openContext } from "../support/open-context.ts";
import { allClaims, allEvents, ingest, refusal } from "./ingest-steps.ts";

/** Put together here, so that no file holds a whole token. */
const TOKEN = ["ghp", "_", "zQ9xW3kP7m".repeat(4)].join("");
const ENCODED = Buffer.from(`key ${TOKEN} end`).toString("base64");

const SEALER = createSealer(Buffer.alloc(32, 1).toString("base64"), "KEY");

const CONTENT: readonly (readonly [string, Partial<ClaimInput>])[] = [
  ["text", { text: `Use ${TOKEN} for CI` }],
  ["subject", { subject: `token ${TOKEN}` }],
  ["predicate", { predicate: TOKEN }],
  ["object_value", { objectValue: TOKEN }],
  ["citations[1].excerpt", { citations: [{ source: "a.md" }, { source: "b.md", excerpt: `x ${TOKEN}` }] }],
];

const METADATA: readonly (readonly [string, Partial<ClaimInput>])[] = [
  ["idempotency_key", { idempotencyKey: TOKEN }],
  ["claim_type", { claimType: ["sk", "-proj-abc123def456ghi"].join("") }],
  ["scope", { scope: `team:${TOKEN}` }],
  ["source_agent", { sourceAgent: TOKEN }],
  ["holder", { holder: TOKEN }],
  ["citations[0].source", { citations: [{ source: `https://ana:${TOKEN}@git.example.com/x` }] }],
  ["citations[0].locator", { citations: [{ source: "a.md", locator: TOKEN }] }],
  ["citations[0].path", { citations: [{ source: "a note", kind: "file", path: `docs/${TOKEN}` }] }],
];

async function dump(context: Parameters<typeof allClaims>[0]): Promise<string> {
  return JSON.stringify([await allClaims(context), await allEvents(context)]);
}

describe("a secret", () => {
  it.each([...CONTENT, ...METADATA])(
    "in %s refuses the claim, and the answer does not hold it",
    async (field, fields) => {
      const context = openContext();

      const answer = await refusal(context, { text: "CI uses a token", ...fields });

      const isContent = CONTENT.some(([name]) => name === field);
      expect(answer).toMatchObject({ code: isContent ? "sensitive.content" : "sensitive.metadata", field });
      expect(JSON.stringify(answer)).not.toContain(TOKEN.slice(4));
      expect(await dump(context)).toBe("[[],[]]");
    },
  );

  it("that is encoded refuses the claim too", async () => {
    expect(await refusal(openContext(), `Decode ${ENCODED} first`)).toMatchObject({
      code: "sensitive.content",
      field: "text",
    });
  });

  it.each(CONTENT)("in %s is taken out when redaction is asked for, and the answer says so", async (_, fields) => {
    const context = openContext();

    const { claim, redactions } = await ingest(context, { text: "CI uses a token", ...fields }, { onSecret: "redact" });

    expect(redactions).toEqual(["github_token"]);
    expect(JSON.stringify(claim)).toContain("[REDACTED:github_token]");
    expect(await dump(context)).not.toContain(TOKEN.slice(4));
    expect((await allEvents(context)).slice(1)).toEqual([
      {
        claimId: 1,
        eventType: "policy_decision",
        details: "sensitive_redaction_applied",
        payload: { findings: ["github_token"] },
      },
    ]);
  });

  it.each(CONTENT)("in %s is sealed with a key, under an event of its own", async (field, fields) => {
    const context = openContext({ sealer: SEALER });

    await ingest(context, "Backups run at noon");
    await ingest(context, { text: "CI uses a token", ...fields }, { onSecret: "redact" });

    const name = field.startsWith("citations") ? "citations" : field;
    expect((await allEvents(context)).slice(3)).toEqual([
      {
        claimId: 2,
        eventType: "policy_decision",
        details: "sensitive_payload_encrypted",
        payload: { fields: [name] },
      },
    ]);
    const seal = await context.store.seals.get(4);
    expect(seal).toMatchObject({ eventId: 4, claimId: 2, createdAt: "2026-01-02T03:04:05+00:00" });
    expect(JSON.parse(SEALER.open(seal?.sealed ?? ""))).toMatchObject({
      redacted: { [name]: expect.anything() as unknown },
    });
    expect(SEALER.open(seal?.sealed ?? "")).toContain(TOKEN);
    expect(await dump(context)).not.toContain(TOKEN.slice(4));
  });

  it.each(METADATA)("in %s is refused even then", async (field, fields) => {
    const context = openContext();

    expect(await refusal(context, { text: "CI uses a token", ...fields }, { onSecret: "redact" })).toMatchObject({
      code: "sensitive.metadata",
      field,
    });
    expect(await dump(context)).toBe("[[],[]]");
  });

  it("that only its subject or predicate gives away is found", async () => {
    const context = openContext();
    const value = ["x9Kq", "T7wPz2"].join("");
    const claim = { text: "The database has a login", subject: "shop db", predicate: "password", objectValue: value };

    expect(await refusal(context, claim)).toMatchObject({ code: "sensitive.content", field: "object_value" });
    expect((await ingest(context, claim, { onSecret: "redact" })).claim.objectValue).toMatch(/^\[REDACTED:/);
  });

  it("is not let in by a word that asks for neither", async () => {
    const options = { onSecret: "ignore" } as unknown as IngestOptions;

    expect(await refusal(openContext(), "x y", options)).toEqual({ code: "input.invalid", field: "on_secret" });
  });

  it("is not seen in a key that the text derives", async () => {
    // sha256 of this text and scope begins with 16 decimal digits that pass the check of card numbers.
    const { claim } = await ingest(openContext(), { text: "fact 232", scope: "user" });

    expect([claim.idempotencyKey, claim.contentHash]).toEqual(["hash-4340154094329568", "hash-4340154094329568"]);
  });

  it("leaves keys and hashes that follow from what is left", async () => {
    const context = openContext();
    const redacted = await ingest(
      context,
      { text: `Use ${TOKEN} for CI`, subject: `CI ${TOKEN}` },
      { onSecret: "redact" },
    );

    const plain = await ingest(context, { text: redacted.claim.text, subject: redacted.claim.subject });

    expect([plain.claim.id, plain.deduplicated]).toEqual([1, true]);
    expect(redacted.claim.idempotencyKey).toBe(redacted.claim.contentHash);
  });

  it("is refused before anything else is said about the claim", async () => {
    const team = {
      ...LOCAL_OPERATOR,
      mode: "team",
      principal: "ana",
      tenantId: "acme",
      grantedScopes: ["user"],
    } as const;

    expect(await refusal(openContext({ authority: team }), { text: "x", scope: `team:${TOKEN}` })).toMatchObject({
      code: "sensitive.metadata",
      field: "scope",
    });
  });

  it("may not make a text longer than the limit when it is taken out", async () => {
    const full = (secret: string): string => `${"word ".repeat(2_000).slice(0, 10_000 - secret.length)}${secret}`;
    const growing = full([" AKIA", "Z7Q2M4X8K1P5W9R3"].join(""));
    const shrinking = full(` ${TOKEN}`);

    expect(await refusal(openContext(), growing, { onSecret: "redact" })).toEqual({
      code: "input.too_long",
      field: "text",
    });
    expect(await refusal(openContext(), shrinking, { onSecret: "redact" })).toBe("accepted");
  });
});

describe("an address of a private network", () => {
  const text = "Redis runs on 10.1.2.3 and keeps data under /var/lib/redis";

  it("is what infrastructure claims are about and stays", async () => {
    const { claim, redactions } = await ingest(openContext(), text);

    expect([claim.text, redactions]).toEqual([text, []]);
  });

  it("is taken out where the operator asks for it, without refusing the claim", async () => {
    const context = openContext({ settings: { ...SETTINGS_DEFAULTS, redactPrivateNetwork: true } });

    const { claim, redactions } = await ingest(context, text);

    expect(claim.text).not.toContain("10.1.2.3");
    expect(redactions).toContain("private_ipv4");
  });
});
