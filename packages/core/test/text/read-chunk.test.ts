import { describe, expect, it } from "vitest";
import { readChunk, readRun } from "../../src/text/read-chunk.ts";
import { readTerms } from "../../src/text/read-terms.ts";

const NOTHING = {
  leading: [],
  capitalised: "",
  nameAnywhere: false,
  identifier: "",
  terms: [],
  values: [],
  lines: "",
  endsClause: false,
  endsSentence: false,
};

describe("readChunk", () => {
  it.each([
    ["listens", { terms: ["listen"], lines: "\nterm listen" }],
    ["the", {}],
    ["Ana,", { capitalised: "ana", terms: ["ana"], lines: "\nterm ana", endsClause: true }],
    ["I", {}],
    ["AWS", { capitalised: "aws", nameAnywhere: true, terms: ["aw"], lines: "\nterm aw" }],
    [
      "(src/app.ts)",
      {
        identifier: "src/app.ts",
        terms: ["src/app.ts", "app.ts", "src", "app", "ts"],
        lines: "\nname src/app.ts\nterm src/app.ts\nterm app.ts\nterm src\nterm app\nterm ts",
        endsClause: true,
      },
    ],
    [
      "<80%.",
      { leading: ["<"], values: ["80", "%"], lines: "\nvalue 80\nvalue %", endsClause: true, endsSentence: true },
    ],
    ["don't", { values: ["not"], lines: "\nvalue not" }],
    ["ok✅", { terms: ["ok"], values: ["✓"], lines: "\nterm ok\nvalue ✓" }],
    [">=", { values: [">="], lines: "\nvalue >=", endsSentence: true }],
    ["—", { endsSentence: true }],
  ])("reads %j", (chunk, reading) => expect(readChunk(chunk, readTerms)).toEqual({ ...NOTHING, ...reading }));
});

describe("readRun", () => {
  it("takes every pair as a term", () => {
    expect(readRun(["部署", "署在"])).toEqual({ ...NOTHING, terms: ["部署", "署在"], lines: "\nterm 部署\nterm 署在" });
  });
});
