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
const SHORT = "staging API server also listens on port 7443.";

describe("foldRepeats", () => {
  it("shows one claim for those that say the same in nearly the same words, in the place of the best", () => {
    expect(idsOf([SHORT, "Backups run nightly", LONG, SHORT])).toEqual([[1, 3, 4], [2]]);
    expect(idsOf([{ text: SHORT }, { text: LONG, pinned: true }])).toEqual([[2, 1]]);
    expect(idsOf([{ text: SHORT }, { text: LONG, subject: "api", objectValue: "7443" }])).toEqual([[2, 1]]);
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
    ["tense of a regular verb", "The billing team uses Jenkins", "The billing team used Jenkins"],
    ["word of the same stem", "general settings of the gateway", "generation settings of the gateway"],
    ["modality", "Deploys go through the staging cluster first", "Deploys must go through the staging cluster first"],
    ["pronoun", "usa el cluster de pruebas", "nadie usa el cluster de pruebas"],
    ["frequency", "The backup runs every day", "The backup runs every other day"],
    ["lower-case name", "the owner of billing is maria", "the owner of billing is maria jose"],
    ["a last letter", "the team follows plan", "the team follows plan a"],
    ["negation in Japanese", "本番環境へのデプロイには承認が必要", "本番環境へのデプロイには承認が必要ない"],
    ["negation in Chinese", "生产环境的部署流程需要审批", "非生产环境的部署流程需要审批"],
    ["negation in Korean", "승인이 필요합니다", "승인이 안 필요합니다"],
    ["case of a unit", "The link of the office does 5 MB a second", "The link of the office does 5 Mb a second"],
    ["sign", "the parser is written in C++", "the parser is written in C#"],
    ["question", "The billing api is public", "The billing api is public?"],
  ])("keeps claims apart that differ in %s", (_, one, other) => {
    expect(idsOf([one, other])).toEqual([[1], [2]]);
  });

  it.each<[string, Partial<Claim>, Partial<Claim>]>([
    ["object", { subject: "api", objectValue: "7443" }, { subject: "api", objectValue: "8443" }],
    ["scope", { scope: "project:alpha" }, { scope: "project:beta" }],
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
    expect(idsOf([{ text: LONG }, { text: SHORT, status: "confirmed" }])).toEqual([[2, 1]]);
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
