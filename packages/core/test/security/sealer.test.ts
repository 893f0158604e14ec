import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createSealer } from "../../src/security/sealer.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 8).toString("base64");

const code = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe("what is sealed", () => {
  test("opens with the same key as it was", () => {
    const sealer = createSealer(KEY, "KEY");

    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 2_000 }), (text) => {
        expect(createSealer(KEY, "KEY").open(sealer.seal(text))).toBe(text);
      }),
    );
  });

  test("is base64 of nonce, tag and a ciphertext of the text's length, another each time", () => {
    const sealer = createSealer(KEY, "KEY");

    const sealed = Array.from({ length: 50 }, () => sealer.seal("port 7443"));

    expect(new Set(sealed).size).toBe(50);
    for (const one of sealed) {
      expect(one).toMatch(/^v1:[A-Za-z0-9+/]+={0,2}$/);
      expect(Buffer.from(one.slice(3), "base64")).toHaveLength(12 + 16 + 9);
      expect(one).not.toContain("7443");
    }
  });

  test("does not open with another key", () => {
    const sealed = createSealer(KEY, "KEY").seal("words");

    expect(code(() => createSealer(OTHER_KEY, "KEY").open(sealed))).toBe("config.invalid");
  });

  test("does not open once a single bit of it has changed", () => {
    const sealer = createSealer(KEY, "KEY");
    const bytes = Buffer.from(sealer.seal("some words").slice(3), "base64");

    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const altered = Buffer.from(bytes);
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(code(() => sealer.open(`v1:${altered.toString("base64")}`))).toBe("config.invalid");
      }),
    );
  });

  test.each(["", "v1:", "v1:AAAA", "v2:AAAA", "words", `v1:${Buffer.alloc(28).toString("base64")}`])(
    "is told from %j, which never was",
    (text) => {
      expect(code(() => createSealer(KEY, "KEY").open(text))).toBe("config.invalid");
    },
  );
});

describe("a key", () => {
  test.each([
    ["nothing", ""],
    ["31 bytes", Buffer.alloc(31).toString("base64")],
    ["33 bytes", Buffer.alloc(33).toString("base64")],
    ["hex", Buffer.alloc(32, 1).toString("hex")],
    ["base64 without its end", KEY.slice(0, -1)],
    ["base64 with a sign inside", `${KEY.slice(0, 10)}*${KEY.slice(10)}`],
  ])("of %s is refused without showing it", (_, key) => {
    expect(() => createSealer(key, "KEY")).toThrow(
      "KEY: must be 32 bytes in base64; openssl rand -base64 32 makes one",
    );
  });
});
