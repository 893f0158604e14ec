import { describe, expect, it } from "vitest";
import { isSensitiveClaim } from "../../src/security/is-sensitive-claim.ts";
import { base64, githubToken } from "./made-up-values.ts";

describe("isSensitiveClaim", () => {
  it.each([
    ["was redacted", { text: "push with [REDACTED:github_token]" }],
    ["holds a secret in its object", { text: "a", objectValue: githubToken() }],
    ["holds an encoded secret", { text: base64(`token ${githubToken()}`) }],
    ["names a password and gives it", { text: "a", predicate: "password", objectValue: "hunter2Xy9" }],
  ])("is true for a claim that %s", (_why, claim) => {
    expect(isSensitiveClaim(claim)).toBe(true);
  });

  it("is false for a claim that only speaks of secrets", () => {
    const claim = {
      text: "The password policy asks for 12 characters",
      subject: "password",
      predicate: "has",
      objectValue: "policy",
    };

    expect(isSensitiveClaim(claim)).toBe(false);
  });
});
