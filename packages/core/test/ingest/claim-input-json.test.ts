import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { InvalidInputError } from "../../src/errors/errors.ts";
import { claimInputFromJson } from "../../src/ingest/claim-input-json.ts";

function refusal(value: unknown): unknown {
  try {
    return claimInputFromJson(value);
  } catch (error) {
    return error instanceof InvalidInputError ? [error.code, error.details["field"]] : error;
  }
}

describe("claimInputFromJson", () => {
  it("reads every field under its wire name", () => {
    const json = {
      text: "The API listens on port 8443.",
      citations: [
        "docs/ops.md|L12|listens on 8443",
        { source: "docs/ops.md", locator: null, line_start: 1, line_end: 2, git_blob: "a".repeat(40), kind: "file" },
      ],
      idempotency_key: "k",
      claim_type: "fact",
      subject: "API",
      predicate: "port",
      object_value: "8443",
      scope: "project:demo",
      volatility: "low",
      confidence: 0.7,
      event_time: "2026-01-01",
      valid_from: "2026-01-02",
      valid_until: null,
      supersedes_claim_id: 7,
      source_agent: "ana",
      visibility: "private",
      holder: "luis",
    };

    expect(claimInputFromJson(json)).toEqual({
      text: "The API listens on port 8443.",
      citations: [
        { source: "docs/ops.md", locator: "L12", excerpt: "listens on 8443" },
        { source: "docs/ops.md", lineStart: 1, lineEnd: 2, gitBlob: "a".repeat(40), kind: "file" },
      ],
      idempotencyKey: "k",
      claimType: "fact",
      subject: "API",
      predicate: "port",
      objectValue: "8443",
      scope: "project:demo",
      volatility: "low",
      confidence: 0.7,
      eventTime: "2026-01-01",
      validFrom: "2026-01-02",
      supersedes: 7,
      sourceAgent: "ana",
      visibility: "private",
      holder: "luis",
    });
  });

  it.each([
    [null, "input.invalid", "claim"],
    ["text", "input.invalid", "claim"],
    [[{ text: "x" }], "input.invalid", "claim"],
    [{}, "input.missing", "text"],
    [{ text: null }, "input.invalid", "text"],
    [{ text: 7 }, "input.invalid", "text"],
    [{ text: "x", claimType: "fact" }, "input.unknown_field", "claimType"],
    [{ text: "x", tags: ["a"] }, "input.unknown_field", "tags"],
    [{ text: "x", ["hunter2 ".repeat(9)]: 1 }, "input.unknown_field", "(a key)"],
    [{ text: "x", confidence: "1" }, "input.invalid", "confidence"],
    [{ text: "x", volatility: "extreme" }, "input.invalid", "volatility"],
    [{ text: "x", supersedes_claim_id: 1.5 }, "input.invalid", "supersedes_claim_id"],
    [{ text: "x", citations: {} }, "input.invalid", "citations"],
    [{ text: "x", citations: [7] }, "input.invalid", "citations[0]"],
    [{ text: "x", citations: ["a", { source: "b", sauce: 1 }] }, "input.unknown_field", "citations[1].sauce"],
    [{ text: "x", citations: [{ source: "b", line_start: "1" }] }, "input.invalid", "citations[0].line_start"],
    [{ text: "x", citations: [{ locator: "L1" }] }, "input.invalid", "citations[0].source"],
    [{ text: "x", citations: ["a", "|L12"] }, "input.missing", "citations[1].source"],
  ])("refuses %j", (value, code, field) => {
    expect(refusal(value)).toEqual([code, field]);
  });

  it("answers any JSON with a claim or an error that names a field", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const result = refusal(value);
        const isRefused = Array.isArray(result) && String(result[0]).startsWith("input.");
        expect(isRefused || typeof (result as { text?: unknown }).text === "string").toBe(true);
      }),
    );
  });
});

it("an unknown key that is a secret is not repeated", () => {
  const key = ["ghp", "R4nd0mLook1ngV4lueR4nd0mLook1ngV4lue"].join("_");

  expect(() => claimInputFromJson({ text: "x", [key]: 1 })).toThrow(
    expect.objectContaining({ code: "input.unknown_field", message: expect.not.stringContaining(key) as string }),
  );
});
