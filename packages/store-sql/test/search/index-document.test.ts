import { expect, it } from "vitest";
import { HASH_PREFIX, indexedTerms } from "../../src/search/index-document.ts";

const CLAIM = { text: "CI runs on Jenkins", subject: "ci", predicate: undefined, objectValue: "jenkins" };

it("reads the terms of each field apart", () => {
  expect(indexedTerms(CLAIM).terms).toEqual({
    text: ["ci", "run", "runs", "jenkin", "jenkins"],
    subject: ["ci"],
    predicate: [],
    object_value: ["jenkin", "jenkins"],
  });
});

it("gives another digest to other terms, and to the same terms in another field", () => {
  const digests = [
    CLAIM,
    { ...CLAIM, text: "CI runs on Drone" },
    { ...CLAIM, subject: undefined, predicate: "ci" },
  ].map((claim) => indexedTerms(claim).termsHash);

  expect(new Set(digests).size).toBe(3);
  expect(digests.every((digest) => digest.startsWith(HASH_PREFIX) && digest.length === HASH_PREFIX.length + 16)).toBe(
    true,
  );
  expect(indexedTerms({ ...CLAIM, text: "CI  RUNS on jenkins!" }).termsHash).toBe(digests[0]);
});
