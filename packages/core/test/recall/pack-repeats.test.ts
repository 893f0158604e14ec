import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Claim } from "../../src/claims/claim.ts";
import { foldRepeats } from "../../src/recall/pack-repeats.ts";
import { textSignature } from "../../src/text/signature.ts";
import { rowOf } from "./builders.ts";

const idsOf = (claims: readonly (string | Partial<Claim>)[]): readonly (readonly number[])[] => {
  const rows = claims.map((claim, at) =>
    rowOf({ ...(typeof claim === "string" ? { text: claim } : claim), id: at + 1 }),
  );
  return foldRepeats(rows).map(({ shown, repeats }) => [shown, ...repeats].map(({ claim }) => claim.id));
};

const LONG = "The staging API server listens on port 7443";
const SHORT = "Staging API is listening on port 7443.";

describe("foldRepeats", () => {
  it("shows the claim that says most for those that say nearly the same, in the place of the best", () => {
    expect(idsOf([SHORT, "Backups run nightly", LONG, SHORT])).toEqual([[3, 1, 4], [2]]);
  });

  it.each([
    ["number", "The staging API listens on port 7443", "The staging API listens on port 7444"],
    ["version", "The gateway runs on Node v20.1", "The gateway runs on Node v20.2"],
    ["date", "The licence ends on 2026-03-01", "The licence ends on 2026-03-02"],
    ["month", "The licence of the gateway ends in March", "The licence of the gateway ends in April"],
    ["negation", "The staging deploy needs a review", "The staging deploy needs no review"],
    ["negation in Spanish", "El despliegue necesita revisión", "El despliegue no necesita revisión"],
    ["name", "Backups of the store go to Glacier", "Backups of the store go to Wasabi"],
    ["word", "Backups of the eu cluster run at night by cron", "Backups of the us cluster run at night by cron"],
    ["order", "Kafka replaced RabbitMQ", "RabbitMQ replaced Kafka"],
    ["qualifier", "The gateway retries each failed call once", "The gateway formerly retries each failed call once"],
    ["tense", "The gateway port was open", "The gateway port is open"],
    ["direction", "Traffic moves from red to blue", "Traffic moves to red from blue"],
    ["several words", "Deploys are allowed", "Deploys are allowed for admins alone"],
  ])("keeps claims apart that differ in %s", (_, one, other) => {
    expect(idsOf([one, other])).toEqual([[1], [2]]);
  });

  it.each<[string, Partial<Claim>, Partial<Claim>]>([
    ["object", { subject: "api", objectValue: "7443" }, { subject: "api", objectValue: "8443" }],
    ["holder", { holder: "ana" }, {}],
    ["end", { validUntil: "2026-03-01T00:00:00+00:00" }, {}],
    ["start", { validFrom: "2025-03-01T00:00:00+00:00" }, {}],
    ["time of the event", { eventTime: "2025-03-01T00:00:00+00:00" }, {}],
    ["doubt", { status: "conflicted" }, {}],
    ["ended state", { status: "superseded" }, {}],
  ])("keeps claims of one text apart when they differ in their %s", (_, one, other) => {
    expect(
      idsOf([
        { text: LONG, ...one },
        { text: LONG, ...other },
      ]),
    ).toEqual([[1], [2]]);
  });

  it("lets no unverified claim stand for a confirmed one", () => {
    expect(idsOf([{ text: LONG }, { text: SHORT, status: "confirmed" }])).toEqual([[1], [2]]);
    expect(idsOf([{ text: LONG }, { text: LONG, status: "confirmed" }])).toEqual([[2, 1]]);
  });

  it("loses no row, and folds none of other values or names", () => {
    const word = fc.constantFrom(
      "gateway",
      "port",
      "Redis",
      "no",
      "7443",
      "8443",
      "v2.1",
      "only",
      "March",
      "not",
      "queue",
    );
    const text = fc.array(word, { maxLength: 7 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const rows = texts.map((own, at) => rowOf({ text: own, id: at + 1 }));

        const groups = foldRepeats(rows);

        const all = groups.flatMap(({ shown, repeats }) => [shown, ...repeats]).map(({ claim }) => claim.id);
        expect(all.toSorted((a, b) => a - b)).toEqual(rows.map(({ claim }) => claim.id));
        for (const { shown, repeats } of groups) {
          const { values, names } = textSignature(shown.claim.text);
          for (const { claim } of repeats) expect(textSignature(claim.text)).toMatchObject({ values, names });
        }
      }),
    );
  });
});
