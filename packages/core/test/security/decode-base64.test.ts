import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64, decodeHex } from "../../src/security/decode-base64.ts";
import { drawn, HEX } from "./made-up-values.ts";

const words = fc.string({ minLength: 1 }).filter((text) => !/[\p{C}\uFFFD]/u.test(text));

describe("decodeBase64", () => {
  it("reads both alphabets, with padding and without", () => {
    fc.assert(
      fc.property(words, (text) => {
        expect(decodeBase64(Buffer.from(text).toString("base64"))).toBe(text);
        expect(decodeBase64(Buffer.from(text).toString("base64url"))).toBe(text);
      }),
    );
  });

  it("does not take binary data for text", () => {
    const picture = Buffer.from(Array.from({ length: 60 }, (_, at) => (at * 89) % 256));

    expect(decodeBase64(picture.toString("base64"))).toBeUndefined();
    expect(decodeBase64(Buffer.from("with a \u0000 in it").toString("base64"))).toBeUndefined();
  });
});

describe("decodeHex", () => {
  it("reads text", () => {
    expect(decodeHex(Buffer.from("hello wörld, more").toString("hex"))).toBe("hello wörld, more");
  });

  it("does not take a digest for text", () => {
    expect(decodeHex(drawn(64, HEX))).toBeUndefined();
  });
});
