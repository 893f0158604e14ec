import { describe, expect, it } from "vitest";

import { inferStructure } from "../../src/extractor/infer-structure.ts";

describe("structure in the words of a claim", () => {
  it.each([
    ["The gateway has 10.0.0.5 now", "infra_fact", "10.0.0.5"],
    ["An address that is none: 999.1.1.1.", "infra_fact", "999.1.1.1"],
    ["Docs are at https://docs.example.com/a?b=1.", "infra_fact", "https://docs.example.com/a?b=1"],
    ["10.0.0.5 answers at http://x.test", "infra_fact", "10.0.0.5"],
    ["Settings lie in C:\\Users\\shop\\conf.ini", "filesystem_fact", undefined],
    ["Hosts are in /etc/hosts", "filesystem_fact", undefined],
    ["The entry is src/app/main.ts", "filesystem_fact", undefined],
    ["The credential is in the vault", "security_fact", undefined],
  ])("%s", (text, claimType, objectValue) => {
    const inferred = inferStructure(text);
    expect([inferred?.claimType, inferred?.objectValue]).toEqual([claimType, objectValue]);
  });

  it.each([
    "Use tabs and/or spaces",
    "Half of it is 1/2",
    "Deploys are on 1/2",
    "Version 1.2.3.4.5 is out",
    "We like tea",
  ])("nothing in: %s", (text) => {
    expect(inferStructure(text)).toBeUndefined();
  });

  it("copies no words of a secret's hint into the object", () => {
    expect(inferStructure("The secret is rotated on Mondays")).toEqual({
      claimType: "security_fact",
      predicate: "location_hint",
    });
  });
});
