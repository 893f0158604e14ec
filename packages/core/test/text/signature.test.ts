import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeValueChange, restOverlap, textSignature } from "../../src/text/signature.ts";

type Relation = "near-duplicate" | "near-twin" | "unrelated";

/** The rules by which two signatures are told apart, tuples and validity left out. */
function relation(one: string, other: string): Relation {
  const [a, b] = [textSignature(one), textSignature(other)];
  if (a.nearHash === b.nearHash) return "near-duplicate";
  const valuesDiffer = a.values.join("\n") !== b.values.join("\n");
  return a.twinHash === b.twinHash && valuesDiffer && a.rest.length >= 2 ? "near-twin" : "unrelated";
}

const PAIRS: readonly (readonly [string, string, Relation])[] = [
  ["Release freeze starts on 15 October", "Release freeze starts on 16 October", "near-twin"],
  ["The API listens on port 8443.", "the API listens on port 8443", "near-duplicate"],
  ["Staging runs Node v20.11", "Staging runs Node v20.12", "near-twin"],
  ["Deploys run on Friday", "Deploys never run on Friday", "near-twin"],
  ["Ana owns the billing queue", "Luis owns the billing queue", "unrelated"],
  ["The worker of OrderService uses port 4001", "The worker of MailService uses port 4002", "unrelated"],
  ["Retries: 5", "Retries: 3", "unrelated"],

  ["Deploys run on Friday", "Deploys run on Fridays", "near-duplicate"],
  ["Release freeze starts on 15 October", "Release freeze starts on 15 Oct.", "near-duplicate"],
  ["Backups don't run on Sunday", "Backups do not run on Sunday", "near-duplicate"],
  ["The worker cannot retry", "The worker can’t retry", "near-duplicate"],
  ["Los despliegues salen el viernes", "Los despliegues no salen el viernes", "near-twin"],
  ["Los despliegues salen el viernes", "Los despliegues salen el sábado", "near-twin"],
  ["La caché nunca guarda tokens", "La caché guarda tokens sin cifrar", "unrelated"],
  ["Billing flag is on", "Billing flag is off", "near-twin"],
  ["Mobile support is in scope", "Mobile support is out of scope", "near-twin"],
  ["Retry budget stays <5", "Retry budget stays >5", "near-twin"],
  ["Retry budget stays < 5", "Retry budget stays <5", "near-duplicate"],
  ["Disk alarm fires at 80%", "Disk alarm fires at 80 %", "near-duplicate"],
  ["Disk alarm fires at 80%", "Disk alarm fires at 80", "near-twin"],
  ["Nightly build status ✅", "Nightly build status ❌", "near-twin"],
  ["Nightly build status 🚀", "Nightly build status", "near-duplicate"],
  ["Compare latency < budget", "Compare latency > budget", "near-twin"],
  ["Runs with Redis, without Kafka", "Runs without Redis, with Kafka", "unrelated"],
  ["The lint job runs before the test job", "The test job runs before the lint job", "unrelated"],
  ["The US office opens at 9", "The IT office opens at 10", "unrelated"],
  ["Images live in registry A/B", "Images live in registry A-B", "unrelated"],
  ["The service may restart nightly", "The service will restart nightly", "unrelated"],
  ["Set TTL in src/cache.ts", "Set TTL in src/store.ts", "unrelated"],
  ["部署在星期五运行 15", "部署在星期五运行 16", "near-twin"],
  ["배포는 포트 8080을 쓴다", "배포는 포트 8081을 쓴다", "near-twin"],
  ["It is what it is", "What should I do?", "unrelated"],
  ["🚀", "🎉", "unrelated"],
  ["It is  what it is", "it is what it is", "near-duplicate"],
];

describe("textSignature", () => {
  it.each(PAIRS)("tells %j and %j: %s", (one, other, expected) => {
    expect(relation(one, other)).toBe(expected);
    expect(relation(other, one)).toBe(expected);
  });

  it("sorts a text into values, names and the rest", () => {
    const { values, names, rest } = textSignature(
      "Since March, Ana Lopez runs getUserById on AWS Lambda. The cron in src/app.ts isn't at 03:00, as Luis said.",
    );

    expect({ values, names, rest }).toEqual({
      values: ["march", "not", "03:00"],
      names: ["ana lopez", "aws lambda", "getuserbyid", "luis", "src/app.ts"],
      rest: [
        "ana",
        "app",
        "app.ts",
        "aw",
        "cron",
        "get",
        "getuserbyid",
        "id",
        "lambda",
        "lopez",
        "lui",
        "run",
        "said",
        "sinc",
        "src",
        "src/app.ts",
        "ts",
        "user",
      ],
    });
  });

  it("takes everything with a digit as one value, whole however long", () => {
    const digest = "0123456789abcdef".repeat(8);

    expect(textSignature(`v20.11 10.0.0.5:8443 2026-10-15 mm-bb47 (${digest}a) $15, €20 5+`).values).toEqual([
      "v20.11",
      "10.0.0.5:8443",
      "2026-10-15",
      "mm-bb47",
      `${digest}a`,
      "$15",
      "€",
      "20",
      "5+",
    ]);
  });

  it("reads months and days only where the word is one", () => {
    const { values } = textSignature(
      "May 5: we may march; 5 Mar, holidays, Sun, the sun, lunes, MIÉRCOLES, Septiembre",
    );

    expect(values).toEqual(["may", "5", "5", "march", "sunday", "lunes", "miercoles", "septiembre"]);
  });

  it.each([
    ["Release freeze starts on 15 October", "1b7c41512dc8ddb6", "9f23e635e42545fa"],
    [
      "Since March, Ana Lopez runs getUserById on AWS Lambda. The cron in src/app.ts isn't at 03:00, as Luis said.",
      "de054e9375aed32c",
      "7d483002a1782121",
    ],
    [
      "El despliegue no sale el sábado a las 5:00; configuración en config/api.yaml ✅",
      "f25175c4fdef2527",
      "3b356d9d4e3ca80a",
    ],
    ['Retry budget (Ana Lopez) >5% <- "OrderService", v20.11!', "65592610b19afa4b", "6edcaefeadcfd090"],
    ["部署在星期五运行 15，バックアップは ポート 8080 を使う", "acd502d09d742bf1", "df83c63a2b83375d"],
    ["배포는 포트 8080을 쓴다", "50443f0c8a84229d", "dff7c1e13a25fc21"],
    ["It is what it is", "e41e00e143a62d4c", "e3b0c44298fc1c14"],
    ["", "312d568373d9cc28", "e3b0c44298fc1c14"],
  ])("keeps the hashes of %j from release to release", (text, near, twin) => {
    const { nearHash, twinHash } = textSignature(text);

    expect({ nearHash, twinHash }).toEqual({ nearHash: near, twinHash: twin });
  });

  it("reads a word by its place, whatever texts came before", () => {
    const texts = [
      "Zoran runs it",
      "it runs Zoran, Zoran",
      "Zoran",
      "it: Zoran. Zoran MQ (Zoran Luis)",
      "Zoran runs it",
    ];

    expect(texts.map((text) => textSignature(text).names)).toEqual([[], ["zoran"], [], ["mq zoran luis"], []]);
  });

  it.each([1, 2, 24, 25, 48, 49, 200])("sorts %i words and gives each once", (count) => {
    // Cyrillic words have no stem but themselves.
    const words = Array.from(
      { length: count },
      (_, at) => `я${String.fromCodePoint(0x43a + (at % 16), 0x43a + (at >> 4))}`,
    );
    const sorted = [...words].sort();

    expect(textSignature([...words, ...words].join(" ")).rest).toEqual(sorted);
    expect(textSignature([...words].reverse().join(" ")).rest).toEqual(sorted);
    expect(textSignature(words.map((word) => `_${word}`).join(" ")).names).toEqual(sorted.map((word) => `_${word}`));
  });

  it("reads any string", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
        const signature = textSignature(text);

        expect(textSignature(text)).toEqual(signature);
        expect(signature.nearHash).toMatch(/^[0-9a-f]{16}$/);
        expect(signature.twinHash).toMatch(/^[0-9a-f]{16}$/);
      }),
      { numRuns: 1_000 },
    );
  });

  it("reads a megabyte of one sign in one pass", () => {
    const counts = ["!", ")", ">", "a)", "5 "].map((unit) => textSignature(unit.repeat(500_000)).values.length);

    expect(counts).toEqual([0, 0, 0, 0, 500_000]);
  });
});

describe("restOverlap", () => {
  it("is the shared part of both sets", () => {
    expect(restOverlap(["ci", "run", "jenkin"], new Set(["ci", "run", "buildkit"]))).toBe(0.5);
    expect(restOverlap(["a", "a", "b"], ["b"])).toBe(0.5);
    expect(restOverlap(["a"], ["b"])).toBe(0);
    expect(restOverlap([], [])).toBe(0);
  });
});

describe("describeValueChange", () => {
  it.each([
    ["Release freeze starts on 15 October", "Release freeze starts on 16 October", "15 → 16"],
    ["Staging runs Node v20.11", "Staging runs Node v20.12", "v20.11 → v20.12"],
    ["Deploys run on Friday", "Deploys never run on Friday", "(none) → never"],
    ["Deploys never run on Friday", "Deploys run on Monday", "never friday → monday"],
    ["Move from 5 to 6", "Move from 6 to 5", "5 6 → 6 5"],
    ["Ports 1 2 3 4 5 6 7 8 9", "Ports", "1 2 3 4 5 6 7 8 … → (none)"],
  ])("names what differs between %j and %j: %s", (one, other, change) => {
    expect(describeValueChange(textSignature(one), textSignature(other))).toBe(change);
  });
});
