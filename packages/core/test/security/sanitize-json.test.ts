import { describe, expect, it } from "vitest";
import { SensitiveContentError } from "../../src/errors/errors.ts";
import { sanitizePersistedJson } from "../../src/security/sanitize-json.ts";
import { base64, drawn, githubToken } from "./made-up-values.ts";

const SECRET = "[REDACTED:structured_secret]";

function refusalOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof SensitiveContentError ? { code: error.code, details: error.details } : error;
  }
  return undefined;
}

describe("sanitizePersistedJson", () => {
  it("copies what holds no secret", () => {
    const value = { a: [1, null, true, "text", { b: "2026-08-01" }], max_tokens: 4096, token_count: 123456 };

    const sanitized = sanitizePersistedJson(value);

    expect(sanitized).toEqual({ value, findings: [] });
    expect(sanitized.value).not.toBe(value);
  });

  it.each([
    ["a string", { password: "x9Kq77Zz" }, { password: SECRET }],
    ["a number", { password: 12345678 }, { password: SECRET }],
    ["a string below a key that says nothing", { password: { value: "x9Kq77Zz" } }, { password: { value: SECRET } }],
    ["a list", { tokens: 3, api_key: [drawn(20), "none"] }, { tokens: 3, api_key: [SECRET, "none"] }],
    ["an entry with its name beside it", { name: "API_KEY", value: drawn(24) }, { name: "API_KEY", value: SECRET }],
  ])("replaces %s that is secret because of its key", (_what, value, expected) => {
    expect(sanitizePersistedJson(value)).toEqual({ value: expected, findings: ["structured_secret"] });
  });

  it("keeps placeholders, short values and words under the same keys", () => {
    const value = { password: "********", token: "${TOKEN}", secret: "see vault", api_key: "none", pin: 384720 };

    expect(sanitizePersistedJson(value)).toEqual({ value, findings: [] });
  });

  it("redacts inside strings and gives up encoded ones", () => {
    expect(
      sanitizePersistedJson({ log: `push with ${githubToken()}`, blob: base64(`token ${githubToken()}`) }),
    ).toEqual({
      value: { log: "push with [REDACTED:github_token]", blob: "[REDACTED:encoded_secret]" },
      findings: ["github_token", "encoded_secret"],
    });
  });

  it("refuses a key that is a secret, and does not repeat it", () => {
    expect(refusalOf(() => sanitizePersistedJson({ a: { [githubToken()]: 1 } }, { field: "payload" }))).toEqual({
      code: "sensitive.metadata",
      details: { field: "payload.a", findings: ["github_token"] },
    });
  });

  it("takes private addresses out when asked to", () => {
    const value = { host: "10.0.0.5" };

    expect(sanitizePersistedJson(value)).toEqual({ value, findings: [] });
    expect(sanitizePersistedJson(value, { redactPrivateNetwork: true }).value).toEqual({
      host: "[REDACTED:private_ipv4]",
    });
  });

  it("drops what is nested deeper than anything real, instead of failing", () => {
    const deep = JSON.parse("[".repeat(2000) + '"password=hunter2"' + "]".repeat(2000)) as unknown;

    const sanitized = sanitizePersistedJson(deep);

    expect(JSON.stringify(sanitized.value)).not.toContain("hunter2");
    expect(sanitized.findings).toEqual(["structured_secret"]);
  });
});
