import { describe, expect, it } from "vitest";
import { queryGroups } from "../../src/recall/query-groups.ts";

const labels = (text: string): readonly string[] => queryGroups(text).map(({ label }) => label);

describe("queryGroups", () => {
  it("names each informative word once, in the order of the query, as it was typed", () => {
    expect(labels("which port does staging use, staging port?")).toEqual(["port", "staging", "use"]);
    expect(labels("Gateway configuración happiness of src/app.ts")).toEqual([
      "gateway",
      "configuracion",
      "happiness",
      "src/app.ts",
      "app.ts",
      "src",
      "app",
      "ts",
    ]);
  });

  it("keeps the terms and the first position of each word", () => {
    expect(queryGroups("the port of staging")).toEqual([
      { position: 1, terms: ["port"], label: "port", isName: false },
      { position: 3, terms: ["stage", "staging"], label: "staging", isName: false },
    ]);
  });

  it("knows a name by a capital inside a sentence", () => {
    const names = (text: string): readonly string[] =>
      queryGroups(text).flatMap(({ label, isName }) => (isName ? [label] : []));

    expect(names("Does Terraform create Kafka topics? Backups run at night")).toEqual(["terraform", "kafka"]);
    expect(names('¿Quién llamó "Ángel" al gateway de Múnich, Berlín?')).toEqual(["angel", "munich", "berlin"]);
    expect(names("Which port does staging use")).toEqual([]);
  });

  it("is empty for stop words and signs alone", () => {
    expect([labels("what should a"), labels("*"), labels("🚀 ( ")]).toEqual([[], [], []]);
  });

  it("uses the first 64 different words and ignores the rest", () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}x`);

    expect(labels([...words.slice(0, 3), ...words].join(" "))).toEqual(words.slice(0, 64));
  });
});
