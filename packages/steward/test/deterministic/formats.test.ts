import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { FORMAT_RULES, formatRuleOf, predicateOf } from "../../src/deterministic/formats.ts";

const LABEL_63 = "a".repeat(63);

/** The predicates of a rule, good values, bad values. */
const TABLE: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "ip_address",
    ["192.0.2.10", "0.0.0.0", "255.255.255.255"],
    ["256.1.1.1", "192.0.2", "192.0.2.01", "192.0.2.1:80", "::1", "192.0.2.1.", "１92.0.2.1", "0x7f.1", "192.0.2.1/32"],
  ],
  [
    "ipv6 ip_v6_address",
    ["2001:db8::1", "::ffff:192.0.2.1", "fe80::1%eth0", "::"],
    ["2001:::1", "[::1]", "192.0.2.1", "fe80::1%", "2001:db8::1/64", "::ffff:192.0.2.01", "12345::"],
  ],
  [
    "cidr network_cidr",
    ["203.0.113.0/24", "10.1.2.3/8", "2001:db8::/32", "10.0.0.1", "10.0.0.0/255.0.0.0", "0.0.0.0/0", "::/128", "::1"],
    ["300.1.1.0/24", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/255.0.255.0", "::/129", "10.0.0.0/8/8", "/8"],
  ],
  [
    "url",
    [
      "https://ex.com/a?b=1",
      "http://localhost:3000",
      "http://[2001:db8::1]/",
      "HTTPS://EX.COM",
      "http://192.0.2.1:80/a#b",
      "https://ex.com:65535",
      "https://me@ex.com/",
      "https://müller.de/straße",
      "https://ex.com?q=%20",
    ],
    [
      "ftp://ex.com",
      "http://",
      "https://a_b.com",
      "http://-x.com",
      "https://ex.com:65536",
      "https://ex.com:99999/a",
      "http://0x7f.1/",
      "http://2130706433/",
      "http://256.1.1.1/",
      "http://192.0.2.01",
      "http://%65x.com/",
      "http://ｅｘ.com/",
      "http://[::1",
      "http://[fe80::1%eth0]/",
      "http://ex..com",
      "http://ex.com/a b",
      "http:///a",
      "http://ex.com\\@evil.com",
      "httpſ://ex.com",
      "//ex.com",
      "ex.com",
    ],
  ],
  [
    "email support_email contact_email",
    ["a.b+c@ex-ample.co", "x@müller.de", "A_B@EX.COM", "a@b.xn--p1ai"],
    [
      "a@b",
      "a b@c.com",
      "@c.com",
      "a@b.c",
      "a..b@c.com",
      ".a@c.com",
      "a@@c.com",
      "a@-c.com",
      "a@192.0.2.1",
      "a@c.com.",
    ],
  ],
  [
    "hostname host",
    ["db1.example.com", "db1.example.com.", "192.0.2.10", `${LABEL_63}.com`, "DB1.Example.COM"],
    [
      "localhost",
      "localhost.",
      "-a.com",
      "a-.com",
      "a_b.com",
      `a${LABEL_63}.com`,
      `${`${"a".repeat(49)}.`.repeat(5)}abcd`,
      "256.1.1.1",
      "a..b",
      "db1.example.com:80",
      "db1.example.com..",
    ],
  ],
  ["port", ["1", "65535", "8080"], ["0", "65536", "80/tcp", "+80", "8_0", "080", "8.0", "٨٠"]],
  [
    "deadline date",
    ["2026-04-01", "1970-01-01", "2024-02-29", "9999-12-31"],
    [
      "2026-02-30",
      "2025-02-29",
      "01/04/2026",
      "1969-12-31",
      "2026-04-01T10:00:00Z",
      "2026-13-01",
      "2026-4-1",
      "12026-04-01",
    ],
  ],
  [
    "version semver",
    ["1.2.3", "v1.2.3-rc.1", "1.2.3-rc.1+b5", "0.0.0", "1.0.0--", "1.0.0+001"],
    ["1.2", "1.2.3.4", "latest", "01.2.3", "1.2.3-01", "1.2.3-", "1.2.3+", "^1.2.3"],
  ],
  [
    "sha256 file_hash",
    ["a1".repeat(32), "A1".repeat(32)],
    ["a1".repeat(31) + "a", `sha256:${"a1".repeat(32)}`, "g1".repeat(32), "a1".repeat(33)],
  ],
  [
    "uuid uuid_v4 object_id",
    ["0192f0c1-7a2b-7c3d-8e4f-0123456789ab", "F47AC10B-58CC-4372-A567-0E02B2C3D479"],
    [
      "00000000-0000-0000-0000-000000000000",
      "not-a-uuid",
      "f47ac10b58cc4372a5670e02b2c3d479",
      "f47ac10b-58cc-9372-a567-0e02b2c3d479",
      "f47ac10b-58cc-4372-c567-0e02b2c3d479",
    ],
  ],
  [
    "phone phone_number",
    ["+14155550100", "+44 20 7946 0958", "+44-20-7946-0958", "4155550", "+123456789012345"],
    ["555-012", "+0123456789", "(415) 555-0100", "+1234567890123456", "++14155550100", "+1415555010x"],
  ],
  ["country_code iso_country_code", ["US", "us"], ["USA", "U1", "U", "Ü1", "ÜS"]],
];

const rows = TABLE.flatMap(([predicates, good, bad]) =>
  predicates
    .split(" ")
    .flatMap((predicate) => [
      ...good.map((value) => [predicate, value, true] as const),
      ...bad.map((value) => [predicate, value, false] as const),
    ]),
);

const check = (predicate: string, value: string): boolean | undefined => formatRuleOf(predicate)?.isGood?.(value);

describe("the format of a value", () => {
  it.each(rows)("of %s: %s is good: %s", (predicate, value, isGood) => {
    expect(check(predicate, value)).toBe(isGood);
  });

  it("has one rule for each predicate, and every rule but that of paths is in the table", () => {
    const predicates = FORMAT_RULES.flatMap((rule) => rule.predicates);

    expect(new Set(predicates).size).toBe(predicates.length);
    expect(predicates.filter((one) => one !== "path")).toEqual(TABLE.flatMap(([names]) => names.split(" ")));
  });

  it("weighs as the rules say", () => {
    expect(FORMAT_RULES.map(({ key, gain, loss, isHard }) => `${key} +${gain} -${loss} ${isHard}`)).toEqual([
      "path_exists +0.12 -0.1 false",
      "ip_valid +0.1 -0.35 true",
      "ipv6_valid +0.1 -0.35 true",
      "cidr_valid +0.08 -0.3 true",
      "url_valid +0.1 -0.35 true",
      "email_valid +0.08 -0.25 true",
      "host_valid +0.08 -0.2 true",
      "port_valid +0.06 -0.25 true",
      "date_valid +0.05 -0.18 false",
      "semver_valid +0.05 -0.1 false",
      "sha256_valid +0.08 -0.18 true",
      "uuid_valid +0.06 -0.22 true",
      "phone_valid +0.05 -0.2 true",
      "country_code_valid +0.04 -0.1 false",
    ]);
  });

  it("is that of the predicate, however it is written", () => {
    expect(predicateOf({ predicate: "  IP_Address " })).toBe("ip_address");
    expect(predicateOf({ predicate: undefined })).toBe("");
  });

  it("is decided for any text, and nothing with a blank in it passes but a phone number", () => {
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(text, (value) => {
        for (const { isGood, name } of FORMAT_RULES) {
          const good = isGood?.(value);
          expect(good === true && /\s/.test(value) && name !== "phone").toBe(false);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("is decided at once for long texts that nearly pass", () => {
    const long = [
      "a.".repeat(20_000),
      "1".repeat(40_000),
      "a@".repeat(20_000),
      "0-".repeat(20_000),
      "%:".repeat(20_000),
    ];
    for (const { isGood } of FORMAT_RULES) {
      for (const value of long) {
        expect(isGood?.(value)).not.toBe(true);
        expect(isGood?.(`http://${value}!`)).not.toBe(true);
        expect(isGood?.(`1.2.3-${value}!`)).not.toBe(true);
      }
    }
  });
});

const name = fc.domain();
const GENERATED: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ["ip_address", fc.ipV4()],
  ["ipv6", fc.ipV6()],
  ["cidr", fc.tuple(fc.ipV4(), fc.nat(32)).map((parts) => parts.join("/"))],
  ["cidr", fc.tuple(fc.ipV6(), fc.nat(128)).map((parts) => parts.join("/"))],
  ["url", fc.webUrl({ withFragments: true, withQueryParameters: true })],
  ["url", fc.tuple(name, fc.nat(65_535)).map(([host, port]) => `http://${host}:${port}/`)],
  ["email", fc.emailAddress()],
  ["hostname", name],
  ["port", fc.integer({ min: 1, max: 65_535 }).map(String)],
  [
    "date",
    fc
      .date({ min: new Date("1970-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ],
  ["semver", fc.tuple(fc.nat(), fc.nat(), fc.nat()).map((parts) => parts.join("."))],
  ["uuid", fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7, 8] })],
];

describe("a generated value", () => {
  it.each(GENERATED)("of %s is good", (predicate, values) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(check(predicate, value)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
