import { describe, expect, it } from "vitest";
import { correctionTerms } from "../../src/ingest/correction-words.ts";
import { restOverlap, textSignature } from "../../src/text/signature.ts";

function overlap(stored: string, correction: string): number | undefined {
  const terms = correctionTerms(correction);
  return terms && restOverlap(textSignature(stored).rest, terms);
}

describe("correctionTerms", () => {
  it("leaves out the words that announce the correction", () => {
    expect(correctionTerms("Correction: CI runs on Buildkite")).toEqual(new Set(["ci", "run", "buildkit"]));
  });

  it.each([
    ["CI runs on Jenkins", "Correction: CI runs on Buildkite", 0.5],
    ["CI runs on Jenkins", "UPDATE : CI runs on Buildkite", 0.5],
    ["CI runs on Jenkins", "**Corrección:** CI runs on Buildkite", 0.5],
    ["CI runs on Jenkins", "actualizacion: CI runs on Buildkite", 0.5],
    ["CI runs on Jenkins", "CI runs on Buildkite instead of Jenkins", 0.75],
    ["CI runs on Jenkins", "CI changed from Jenkins to Buildkite", 0.5],
    ["CI runs on Jenkins", "Jenkins CI was replaced\nby Buildkite", 0.5],
    ["We deploy with Jenkins", "We no longer deploy with Jenkins, we use Buildkite", 0.5],
    ["Staging corre en Jenkins", "Staging ya no corre en Jenkins", 1],
    ["Staging corre en Jenkins", "Staging corre en Buildkite en vez de Jenkins", 0.75],
    ["Staging usa Jenkins", "Staging cambio\u0301 de Jenkins a Buildkite", 0.5],
    ["Staging runs Node v20.11", "Correction: staging runs Node v20.12", 1],
  ])("compares %j with %j: %d", (stored, correction, expected) => {
    expect(overlap(stored, correction)).toBe(expected);
  });

  it.each([
    "CI runs on Buildkite",
    "The correction: field is optional",
    "Run an update before the release",
    "Updates: every Friday",
    "The playa node is down",
    "El cambio de turno es a las 5",
    "Use insteadOf in the git config",
    "No longest path",
    "",
  ])("sees no correction in %j", (text) => expect(correctionTerms(text)).toBeUndefined());
});
