import { describe, expect, it } from "vitest";
import { sanitizeMemoryText } from "../../src/security/sanitize.ts";

const KIB = 1024;
const ROUNDS = 3;

/** Beginnings without ends, ends without beginnings, and runs that could belong to many patterns. */
const HOSTILE: readonly string[] = ["token=", "pin!", "sk-", "https://a:", '\\"'];

function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Processor time of the fastest of some rounds, in ms: waiting for other programs does not count. */
function fastestMs(text: string): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    sanitizeMemoryText(text);
    const used = process.cpuUsage(before);
    fastest = Math.min(fastest, (used.user + used.system) / 1000);
  }
  return fastest;
}

describe("time that the filter takes", () => {
  it("grows with the length of the text and no faster, whatever the text", { timeout: 120_000 }, () => {
    // All kinds in one measurement: each alone is too short to be timed, and one that grew faster would outgrow the
    // rest.
    const texts = (size: number): readonly string[] => HOSTILE.map((unit) => filled(unit, size));
    const small = texts(256 * KIB).reduce((sum, text) => sum + fastestMs(text), 0);
    const large = texts(KIB * KIB).reduce((sum, text) => sum + fastestMs(text), 0);

    expect(large / small).toBeLessThanOrEqual(6);
  });
});
