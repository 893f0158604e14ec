import { describe, expect, test } from "vitest";

import { randomIds } from "../../src/platform/ids.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("a uid", () => {
  test("is a UUIDv7 with the given milliseconds in front", () => {
    const uid = randomIds.uid(0x0123_4567_89ab);

    expect(uid).toMatch(UUID_V7);
    expect(uid.slice(0, 13)).toBe("01234567-89ab");
  });

  test("is never given twice, over many blocks of randomness", () => {
    const uids = Array.from({ length: 5_000 }, () => randomIds.uid(1_767_323_045_000));

    expect(new Set(uids).size).toBe(5_000);
    expect(uids.filter((uid) => !UUID_V7.test(uid))).toEqual([]);
  });
});

test("a salt is 16 bytes in hex, another one each time", () => {
  const salts = Array.from({ length: 1_000 }, () => randomIds.salt());

  expect(salts.filter((salt) => !/^[0-9a-f]{32}$/.test(salt))).toEqual([]);
  expect(new Set(salts).size).toBe(1_000);
});
