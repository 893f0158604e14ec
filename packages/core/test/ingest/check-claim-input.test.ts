import { describe, expect, it } from "vitest";

import { InvalidInputError } from "../../src/errors/errors.ts";
import { checkClaimInput } from "../../src/ingest/check-claim-input.ts";
import type { ClaimInput } from "../../src/ingest/types.ts";

const NOTHING = {
  idempotencyKey: undefined,
  claimType: undefined,
  subject: undefined,
  predicate: undefined,
  objectValue: undefined,
  scope: undefined,
  volatility: undefined,
  confidence: undefined,
  eventTime: undefined,
  validFrom: undefined,
  validUntil: undefined,
  supersedes: undefined,
  sourceAgent: undefined,
  visibility: undefined,
  holder: undefined,
  citations: [],
};

function outcome(input: unknown): unknown {
  try {
    return checkClaimInput(input as ClaimInput);
  } catch (error) {
    return error instanceof InvalidInputError ? [error.code, error.details["field"]] : error;
  }
}

describe("checkClaimInput", () => {
  it("trims, lower-cases the claim type and puts times into stored form", () => {
    const input = {
      text: " The API listens on port 8443. ",
      idempotencyKey: " k ",
      claimType: " DECISION ",
      subject: " Payments API ",
      scope: " project:demo ",
      volatility: "low",
      confidence: 1,
      eventTime: "2026-01-02 03:04:05.9",
      validFrom: "2026-01-02T03:04:05Z",
      validUntil: "2026-01-02T05:04:05+02:00",
      supersedes: " mm-ff61 ",
      sourceAgent: " ana ",
      visibility: "private",
      holder: " luis ",
      citations: [{ source: "docs/ops.md" }],
    };

    expect(outcome(input)).toEqual({
      ...NOTHING,
      text: "The API listens on port 8443.",
      idempotencyKey: "k",
      claimType: "decision",
      subject: "Payments API",
      scope: "project:demo",
      volatility: "low",
      confidence: 1,
      eventTime: "2026-01-02T03:04:05+00:00",
      validFrom: "2026-01-02T03:04:05+00:00",
      validUntil: "2026-01-02T03:04:05+00:00",
      supersedes: "mm-ff61",
      sourceAgent: "ana",
      visibility: "private",
      holder: "luis",
      citations: [{ source: "docs/ops.md" }],
    });
  });

  it("takes empty strings and null as absent, but for the text", () => {
    const texts = Object.keys(NOTHING).filter((key) => key !== "citations" && key !== "confidence");
    const blank = Object.fromEntries(texts.map((key) => [key, ""]));
    const none = Object.fromEntries(Object.keys(NOTHING).map((key) => [key, null]));

    expect(outcome({ ...blank, text: "x" })).toEqual({ ...NOTHING, text: "x" });
    expect(outcome({ ...none, text: "x" })).toEqual({ ...NOTHING, text: "x" });
  });

  it.each([
    [undefined, "input.invalid", "claim"],
    ["x", "input.invalid", "claim"],
    [[], "input.invalid", "claim"],
    [{}, "input.missing", "text"],
    [{ text: "" }, "input.missing", "text"],
    [{ text: " \t\n\u00a0" }, "input.missing", "text"],
    [{ text: 7 }, "input.invalid", "text"],
    [{ text: "a\u0000b" }, "input.unstorable", "text"],
    [{ text: "a\ud83d" }, "input.unstorable", "text"],
    [{ text: "\udc00a" }, "input.unstorable", "text"],
    [{ text: "a\u001fb" }, "input.unstorable", "text"],
    [{ text: "x".repeat(1_000_000) }, "input.too_long", "text"],
    [{ text: "x", claim_type: "fact" }, "input.unknown_field", "claim_type"],
    [{ text: "x", tags: [] }, "input.unknown_field", "tags"],
    [{ text: "x", "hunter2 hunter2": 1 }, "input.unknown_field", "(a key)"],
    [{ text: "x", subject: { a: 1 } }, "input.invalid", "subject"],
    [{ text: "x", scope: "a\u0000" }, "input.unstorable", "scope"],
    [{ text: "x", volatility: "LOW" }, "input.invalid", "volatility"],
    [{ text: "x", visibility: "secret" }, "input.invalid", "visibility"],
    [{ text: "x", confidence: Number.NaN }, "input.invalid", "confidence"],
    [{ text: "x", confidence: 1.5 }, "input.invalid", "confidence"],
    [{ text: "x", confidence: -0.1 }, "input.invalid", "confidence"],
    [{ text: "x", confidence: Number.POSITIVE_INFINITY }, "input.invalid", "confidence"],
    [{ text: "x", confidence: "0.5" }, "input.invalid", "confidence"],
    [{ text: "x", confidence: true }, "input.invalid", "confidence"],
    [{ text: "x", validFrom: "2025-02-29" }, "input.invalid", "valid_from"],
    [{ text: "x", validUntil: "tomorrow" }, "input.invalid", "valid_until"],
    [{ text: "x", eventTime: "2026-13-01T00:00:00Z" }, "input.invalid", "event_time"],
    [{ text: "x", eventTime: 5 }, "input.invalid", "event_time"],
    [{ text: "x", supersedes: 0 }, "input.invalid", "supersedes_claim_id"],
    [{ text: "x", supersedes: -1 }, "input.invalid", "supersedes_claim_id"],
    [{ text: "x", supersedes: 1.5 }, "input.invalid", "supersedes_claim_id"],
    [{ text: "x", supersedes: true }, "input.invalid", "supersedes_claim_id"],
    [{ text: "x", citations: "docs/ops.md" }, "input.invalid", "citations"],
    [{ text: "x", citations: Array.from({ length: 51 }, () => ({ source: "a" })) }, "input.too_long", "citations"],
    [{ text: "x", citations: [{ source: "a" }, {}] }, "input.missing", "citations[1].source"],
  ])("refuses %#: %j", (input, code, field) => {
    expect(outcome(input)).toEqual([code, field]);
  });

  it("takes a date without offset as UTC and 29 February of a leap year", () => {
    expect(outcome({ text: "x", validFrom: "2024-02-29" })).toMatchObject({ validFrom: "2024-02-29T00:00:00+00:00" });
  });

  it.each([
    ["text", "text", 10_000],
    ["subject", "subject", 2_000],
    ["predicate", "predicate", 2_000],
    ["objectValue", "object_value", 2_000],
    ["idempotencyKey", "idempotency_key", 512],
    ["claimType", "claim_type", 200],
    ["sourceAgent", "source_agent", 200],
    ["holder", "holder", 200],
    ["scope", "scope", 200],
  ])("takes a %s of exactly its limit in code points", (key, field, limit) => {
    const atLimit = "😀".repeat(limit);

    expect(outcome({ text: "x", [key]: ` ${atLimit} ` })).toMatchObject({ [key]: atLimit });
    expect(outcome({ text: "x", [key]: `${atLimit}x` })).toEqual(["input.too_long", field]);
  });
});
