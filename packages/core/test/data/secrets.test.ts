import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sanitizePersistedText } from "../../src/security/sanitize.ts";
import { scanText } from "../../src/security/scan-text.ts";

interface SecretCase {
  readonly kind: string;
  readonly secret: boolean;
  readonly text_b64: string;
  readonly note?: string;
}

const CASES = fileURLToPath(new URL("../../../../../shared/data/secrets/cases.jsonl", import.meta.url));
const RECALL = 0.97;
const FALSE_POSITIVES = 0.02;

/** Refusing a text and changing it are the two ways to keep a secret out. */
const MODES: readonly (readonly [mode: string, reacts: (text: string) => boolean])[] = [
  ["refuse", (text) => scanText(text).length > 0],
  ["redact", (text) => sanitizePersistedText(text).text !== text],
];

function readCases(): readonly SecretCase[] {
  if (!existsSync(CASES)) throw new TypeError(`The secret cases are missing: ${CASES}`);
  return readFileSync(CASES, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as SecretCase);
}

function textOf({ text_b64: encoded }: SecretCase): string {
  return Buffer.from(encoded, "base64").toString("utf8");
}

describe("the secret cases", () => {
  it.each(MODES)("are told from their look-alikes in %s mode", (_mode, reacts) => {
    const cases = readCases();
    const secrets = cases.filter((one) => one.secret);
    const lookAlikes = cases.filter((one) => !one.secret && one.note === undefined);

    const missed = secrets.filter((one) => !reacts(textOf(one))).map((one) => one.kind);
    const changed = lookAlikes.filter((one) => reacts(textOf(one))).map((one) => one.kind);

    expect(missed.length / secrets.length, `missed: ${missed.join(", ")}`).toBeLessThanOrEqual(1 - RECALL);
    expect(changed.length / lookAlikes.length, `changed: ${changed.join(", ")}`).toBeLessThanOrEqual(FALSE_POSITIVES);
  });
});
