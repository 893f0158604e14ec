import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanText } from "../../src/security/scan-text.ts";
import { base64, drawn, githubToken } from "./made-up-values.ts";

const token = githubToken();
const codes = (text: string): readonly string[] =>
  [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0"));
const wide = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join("");

/** One token, hidden in each of the ways that are undone. */
const HIDDEN: readonly (readonly [way: string, text: string])[] = [
  ["base64", `payload ${base64(`use ${token} to push`)}`],
  ["base64url", `payload ${Buffer.from(`use ${token}>>>? to push`).toString("base64url")}`],
  [
    "base64 in lines of 76",
    `payload\n${base64(`${"x ".repeat(20)}${token} and more words after it`).replace(/.{76}/g, "$&\n")}`,
  ],
  ["base64 after a path", `/api/v1/${base64(`token ${token}`)}/next`],
  ["base64 of base64", base64(base64(`token ${token}`))],
  ["hex digits", `blob ${codes(token).join("")}`],
  [
    "hex escapes",
    codes(token)
      .map((code) => `\\x${code}`)
      .join(""),
  ],
  [
    "percent signs",
    codes(token)
      .map((code) => `%${code}`)
      .join(""),
  ],
  ["a zero-width space", `use ${token.slice(0, 12)}\u200b${token.slice(12)} now`],
  ["a soft hyphen", `use ${token.slice(0, 12)}\u00ad${token.slice(12)} now`],
  ["a Cyrillic letter", `use gh\u0440${token.slice(3)} now`],
  ["a Greek letter", `use AI\u0396a${drawn(35)} now`.replace("\u0396", "Z").replace("AIZa", "\u0391Iza")],
  ["full-width letters", wide(token)],
  [
    "JSON escapes",
    `{"a":"${codes(token)
      .map((code) => `\\u00${code}`)
      .join("")}"}`,
  ],
  ["JSON in JSON", JSON.stringify({ content: JSON.stringify({ token: drawn(40) }) })],
  ["terminal colours", `${token.slice(0, 10)}\u001b[31m${token.slice(10)}\u001b[0m`],
  ["a line that goes on", `export T=${token.slice(0, 10)}\\\n${token.slice(10)}`],
  ["a member of JSON under its key", 'log {"password": {"current": {"value": "x9Kq77Zz"}}} end'],
];

describe("scanText", () => {
  it.each(HIDDEN)("finds a secret hidden by %s", (_way, text) => {
    expect(scanText(text)).not.toEqual([]);
  });

  it("names the kind of secret that an encoding hides", () => {
    expect(scanText(base64(`use ${token} to push`))).toEqual(["github_token"]);
  });

  it("lists each kind once", () => {
    expect(scanText(`${githubToken(1)} ${githubToken(2)} SG.${drawn(30)}`)).toEqual(["github_token", "sendgrid_key"]);
  });

  it("does not take two shell lines for one when they join to no token", () => {
    expect(scanText("npm run build \\\n  --workspace core")).toEqual([]);
  });

  it("finds nothing in encoded text that holds no secret", () => {
    expect(scanText(`note ${base64("All the good things are wild and free today")}`)).toEqual([]);
    expect(
      scanText(`//# sourceMappingURL=data:application/json;base64,${base64('{"version":3,"sources":[]}')}`),
    ).toEqual([]);
    expect(scanText("GET /search?q=caf%C3%A9%20con%20leche")).toEqual([]);
    expect(scanText("la contrase\u00f1a se guarda en la b\u00f3veda")).toEqual([]);
  });

  it("ignores marks of what was redacted before", () => {
    expect(scanText('{"password": "[REDACTED:password_assignment]"} and [REDACTED:encoded_secret]')).toEqual([]);
  });

  it("finds a generated token of each length in any prose around it", () => {
    const words = fc.stringMatching(/^[a-z ,.]{0,60}$/);
    const body = fc.stringMatching(/^[A-Za-z0-9]{36,60}$/).filter((text) => /\d/.test(text) && /[A-Z]/.test(text));

    fc.assert(
      fc.property(words, body, words, (before, secret, after) => {
        expect(scanText(`${before} ghp_${secret} ${after}`)).toContain("github_token");
      }),
    );
  });

  it("finds nothing in words of small letters", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(?:[a-z]{1,7}[ ,.]){0,10}$/), (text) => {
        expect(scanText(text)).toEqual([]);
      }),
    );
  });
});
