import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactText } from "../../src/security/redact-text.ts";
import { drawn, githubToken, HEX } from "./made-up-values.ts";

const token = githubToken();

/** Pieces from which texts are put together that may confuse a second reading. */
const PIECES = [
  token,
  `sk-${drawn(24)}`,
  `password=${drawn(12)}`,
  "password: ",
  "token=",
  '"',
  "'",
  "\\",
  "\\n",
  "\n",
  " ",
  "[REDACTED:github_token]",
  "[REDACTED",
  "the key is ",
  "**",
  "`",
  "://ana:",
  "@host",
  "Bearer ",
  "%41",
  "{",
  "}",
  ",",
  "4242 4242 4242 4242",
  drawn(40, HEX),
  "\u001b[31m",
  "contraseña: ",
  "a1B2c3",
] as const;
const confusing = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(""));

describe("redactText", () => {
  it("replaces only the value of a named secret", () => {
    expect(redactText("DB_PASSWORD=hunter2x psql -h db")).toEqual({
      text: "DB_PASSWORD=[REDACTED:compound_credential] psql -h db",
      findings: ["compound_credential"],
    });
  });

  it("names a value after its provider where the name of the variable says it too", () => {
    expect(redactText(`GITHUB_TOKEN="${token}"`)).toEqual({
      text: 'GITHUB_TOKEN="[REDACTED:github_token]"',
      findings: ["github_token", "compound_credential"],
    });
  });

  it("keeps user, host and path of an address", () => {
    expect(redactText("postgres://app:x9Kq77Zz@db:5432/shop").text).toBe(
      "postgres://app:[REDACTED:db_url_password]@db:5432/shop",
    );
  });

  it("covers a value with dots to its end", () => {
    const dotted = [drawn(8, undefined, 1), drawn(8, undefined, 2), drawn(8, undefined, 3)].join(".");

    expect(redactText(`api_key: ${dotted}, next`).text).toBe("api_key: [REDACTED:token_assignment], next");
  });

  it("replaces an escaped token inside JSON and leaves the JSON whole", () => {
    const text = JSON.stringify({ content: JSON.stringify({ token: drawn(40), expires: 3600 }) });

    const redacted = redactText(text).text;

    expect(JSON.parse((JSON.parse(redacted) as { content: string }).content)).toEqual({
      token: "[REDACTED:token_assignment]",
      expires: 3600,
    });
  });

  it.each([
    ["escapes of JSON", `"sk\\u002dproj-${drawn(20)}"`, '"[REDACTED:openai_key]"'],
    [
      "terminal colours",
      `\u001b[1m${token.slice(0, 9)}\u001b[0m${token.slice(9)} end`,
      "\u001b[1m[REDACTED:github_token] end",
    ],
    [
      "a backslash before the line end",
      `x ${token.slice(0, 9)}\\\n${token.slice(9)} end`,
      "x [REDACTED:github_token] end",
    ],
  ])("names the family of a token wrapped in %s", (_how, text, expected) => {
    expect(redactText(text).text).toBe(expected);
  });

  it("replaces every secret of a text and keeps their order", () => {
    expect(redactText(`a ${token} b SG.${drawn(30)} c`)).toEqual({
      text: "a [REDACTED:github_token] b [REDACTED:sendgrid_key] c",
      findings: ["github_token", "sendgrid_key"],
    });
  });

  it("replaces a secret that lies across the border of two windows, and a key longer than a window", () => {
    const before = "word ".repeat(52_400);
    const border = before.slice(0, 256 * 1024 - 20);
    const dashes = "-".repeat(5);
    const longKey = `${dashes}BEGIN PRIVATE KEY${dashes}\n${"A1b2C3d4\n".repeat(40_000)}`;

    expect(redactText(`${border} ${token} end`).text).toBe(`${border} [REDACTED:github_token] end`);
    expect(redactText(`start ${longKey}`).text).toBe("start [REDACTED:private_key]");
  });

  it("covers all of a value that is longer than what is looked at", () => {
    const value = drawn(9000);

    expect(redactText(`API_TOKEN=${value} end`).text).toBe("API_TOKEN=[REDACTED:compound_credential] end");
    expect(redactText(`"apiToken": "${value} ${value}" end`).text).not.toContain(value.slice(-20));
  });

  it("does nothing the second time", () => {
    fc.assert(
      fc.property(confusing, (text) => {
        const once = redactText(text);

        expect(redactText(once.text)).toEqual({ text: once.text, findings: [] });
      }),
      { numRuns: 500 },
    );
  });

  it("changes a text exactly when it reports a finding", () => {
    fc.assert(
      fc.property(fc.oneof(confusing, fc.string({ unit: "binary" })), (text) => {
        const redacted = redactText(text);

        expect(redacted.text !== text).toBe(redacted.findings.length > 0);
      }),
      { numRuns: 500 },
    );
  });
});
