import { describe, expect, it } from "vitest";
import { claimFields } from "../../src/recall/claim-fields.ts";
import { claimOf } from "./builders.ts";

describe("claimFields", () => {
  it("analyses text, subject, predicate and object value as the index holds them", () => {
    const claim = claimOf({ text: "staging 数据库迁移", predicate: "port" });

    expect(claimFields(claim)).toMatchObject({
      fields: [
        [
          { position: 0, terms: ["stage", "staging"] },
          { position: 1, terms: ["数据"] },
          { position: 2, terms: ["据库"] },
          { position: 3, terms: ["库迁"] },
          { position: 4, terms: ["迁移"] },
        ],
        [],
        [{ position: 0, terms: ["port"] }],
        [],
      ],
      length: 7,
    });
  });
});
