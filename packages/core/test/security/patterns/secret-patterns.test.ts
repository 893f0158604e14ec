import { describe, expect, it } from "vitest";
import { SECRET_PATTERNS } from "../../../src/security/patterns/secret-patterns.ts";
import { sanitizeMemoryText, sanitizePersistedText } from "../../../src/security/sanitize.ts";
import { scanText } from "../../../src/security/scan-text.ts";
import { BASE64, drawn, githubToken, pemBlock } from "../made-up-values.ts";
import { CATEGORIES, PRIVATE_NETWORK } from "./categories.ts";

const caught = CATEGORIES.flatMap(({ finding, catches }) => catches.map((text) => ({ finding, text })));
const passed = CATEGORIES.flatMap(({ finding, passes }) => passes.map((text) => ({ finding, text })));

describe("secret categories", () => {
  it.each(caught)("finds $finding in $text", ({ finding, text }) => {
    expect(scanText(text)).toContain(finding);
  });

  it.each(caught)("replaces what makes $text a secret", ({ text }) => {
    const { text: redacted, findings } = sanitizePersistedText(text);

    expect(redacted).toContain("[REDACTED:");
    expect(findings).not.toEqual([]);
    expect(scanText(redacted)).toEqual([]);
  });

  it.each(passed)("leaves the look-alike of $finding alone: $text", ({ text }) => {
    expect(sanitizePersistedText(text)).toEqual({ text, findings: [] });
  });

  it("names every finding with lower-case letters, digits and underscores", () => {
    const names = SECRET_PATTERNS.map((pattern) => pattern.finding);

    expect(names.filter((name) => !/^[a-z0-9_]{1,64}$/.test(name))).toEqual([]);
  });

  it("asks only for literals that the search for literals can find", () => {
    const hints = SECRET_PATTERNS.flatMap((pattern) => pattern.hints);

    expect(hints.filter((hint) => hint !== hint.toLowerCase() || /[^\u0020-\u007e]/.test(hint))).toEqual([]);
  });
});

describe("secrets among other words", () => {
  it.each([
    "uuid 7124750d-0e2a-4eb1-9f5d-218fe98f6b76",
    "2026-08-01T12:34:56+00:00",
    "listens on port 7443 of db-primary.internal.example.com",
    "see commit a4cb88a3 and 908c2c9c84c5",
    "aGVsbG8gd29ybGQ= is hello world",
    "https://docs.example.com/guide/oauth?lang=es&version=2",
    "write to ana@example.com",
    `"tool_use_id":"toolu_01${drawn(22)}"`,
    `dist/assets/index-${drawn(8)}.js  142.31 kB`,
    "run 01J0PHZ0UOH8P4Y8J8RLCUAJWN",
    `src:url(data:font/woff2;base64,${drawn(200, BASE64)})`,
    "interface Auth { password: string; apiKey?: string; token: string | null }",
    '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?module.exports=t():e.Zx9=t()}(this,function(){})',
  ])("leaves ordinary text alone: %s", (text) => {
    expect(sanitizePersistedText(text)).toEqual({ text, findings: [] });
  });

  it("replaces the real secret beside a placeholder and keeps the placeholder", () => {
    const { text } = sanitizePersistedText(`OPENAI_API_KEY=YOUR_KEY_HERE and token ${githubToken()}`);

    expect(text).toBe("OPENAI_API_KEY=YOUR_KEY_HERE and token [REDACTED:github_token]");
  });

  it("keeps what stands around a private key", () => {
    const { text } = sanitizePersistedText(`before\n${pemBlock("RSA PRIVATE KEY")}\nafter`);

    expect(text).toBe("before\n[REDACTED:private_key]\nafter");
  });
});

describe("private network", () => {
  const rows = PRIVATE_NETWORK.flatMap(({ catches, after, finding }) =>
    catches.map((text, index) => ({ finding, text, after: after[index] })),
  );

  it.each(rows)("takes $finding out of $text", ({ finding, text, after }) => {
    const sanitized = sanitizeMemoryText(text);

    expect(sanitized.text).toBe(after);
    expect(sanitized.findings).toContain(finding);
  });

  it.each(rows)("is no finding in text that stays: $text", ({ text }) => {
    expect(sanitizePersistedText(text)).toEqual({ text, findings: [] });
  });

  it.each(PRIVATE_NETWORK.flatMap(({ passes }) => passes))("keeps %s", (text) => {
    expect(sanitizeMemoryText(text)).toEqual({ text, findings: [] });
  });
});
