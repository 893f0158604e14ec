import { describe, expect, it } from "vitest";
import { claimFields } from "../../src/recall/claim-fields.ts";
import { createMemoryStore } from "../../src/testing/index.ts";
import { claimOf } from "./builders.ts";

describe("claimFields", () => {
  it("analyses text, subject, predicate and object value as the index holds them", () => {
    const claim = claimOf({ text: "staging 数据库迁移", predicate: "port" });

    expect(claimFields(createMemoryStore(), claim)).toMatchObject({
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

  it("keeps what it analysed as long as the claim says the same", () => {
    const store = createMemoryStore();
    const claim = claimOf();

    const first = claimFields(store, claim);

    expect(claimFields(store, { ...claim, confidence: 0.9 })).toBe(first);
    expect(claimFields(createMemoryStore(), claim)).not.toBe(first);
  });

  it.each([{ text: "lynx" }, { subject: "lynx" }, { predicate: "lynx" }, { objectValue: "lynx" }])(
    "analyses anew after the change %j, whatever the version says",
    (change) => {
      const store = createMemoryStore();
      claimFields(store, claimOf());

      const { fields } = claimFields(store, claimOf(change));

      expect(fields.flat().flatMap(({ terms }) => terms)).toContain("lynx");
    },
  );
});
