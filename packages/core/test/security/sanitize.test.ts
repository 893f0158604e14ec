import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeMemoryText, sanitizePersistedText } from "../../src/security/sanitize.ts";
import { scanText } from "../../src/security/scan-text.ts";
import { base64, drawn, githubToken } from "./made-up-values.ts";

describe("sanitizePersistedText", () => {
  it("gives up a whole text that holds an encoded secret", () => {
    expect(sanitizePersistedText(`see ${base64(`token ${githubToken()}`)} for details`)).toEqual({
      text: "[REDACTED:encoded_secret]",
      findings: ["encoded_secret"],
    });
  });

  it("names what it replaced before it gave the text up", () => {
    const text = `SG.${drawn(30)} and ${base64(`token ${githubToken()}`)}`;

    expect(sanitizePersistedText(text).findings).toEqual(["sendgrid_key", "encoded_secret"]);
  });

  it("replaces only the token when the token can be read", () => {
    expect(sanitizePersistedText(`use ${githubToken()} now`).text).toBe("use [REDACTED:github_token] now");
  });

  it("leaves nothing that a second look finds, whatever the text", () => {
    const part = fc.constantFrom(
      githubToken(),
      base64(`x ${githubToken(2)}`),
      "password: ",
      "%67",
      "\u200b",
      "\\",
      '"',
      " ",
      drawn(20),
    );

    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const once = sanitizePersistedText(parts.join(""));

        expect(sanitizePersistedText(once.text)).toEqual({ text: once.text, findings: [] });
        expect(scanText(once.text)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("sanitizeMemoryText", () => {
  it("takes out secrets, private addresses and absolute paths in one go", () => {
    expect(sanitizeMemoryText(`${githubToken()} on 10.0.0.5, mount /home/ana/data ro`)).toEqual({
      text: "[REDACTED:github_token] on [REDACTED:private_ipv4], mount [REDACTED:home_path_unix]data ro",
      findings: ["github_token", "private_ipv4", "home_path_unix"],
    });
  });

  it("keeps paths inside a repository and public addresses", () => {
    const text = "src/app.ts listens on 8.8.8.8 for https://example.com/a/b";

    expect(sanitizeMemoryText(text)).toEqual({ text, findings: [] });
  });
});
