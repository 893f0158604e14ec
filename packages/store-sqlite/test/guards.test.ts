import { describe, expect, it } from "vitest";
import { AT, event, insertOne } from "./support/records.ts";
import { tempStore } from "./support/temp-store.ts";

describe("the schema guards against raw SQL", () => {
  it("lets nobody change or delete an event", async () => {
    await using temp = await tempStore();
    const { id } = await insertOne(temp.store);
    await temp.store.events.append([event({ claimId: id })]);

    expect(() => temp.sql("update events set details = 'other'")).toThrow("append-only");
    expect(() => temp.sql("delete from events")).toThrow("append-only");
    expect(() => temp.sql("delete from claims")).toThrow("FOREIGN KEY");
  });

  it("keeps the uid of a claim", async () => {
    await using temp = await tempStore();
    await insertOne(temp.store);

    expect(() => temp.sql("update claims set uid = 'other'")).toThrow("never changes");
  });

  it.each([
    ["a status", "status = 'gone'"],
    ["a visibility", "visibility = 'secret'"],
    ["a volatility", "volatility = 'wild'"],
    ["a tier", "tier = 'top'"],
    ["a confidence above 1", "confidence = 1.01"],
    ["a pin of 2", "pinned = 2"],
    ["a version of 0", "version = 0"],
    ["a private claim without owner", "visibility = 'private', source_agent = 'unknown'"],
    ["a person who confirmed a candidate", "confirmed_by = 'ana'"],
    ["a claim that replaces itself", "supersedes_claim_id = id"],
    ["a replacement that is not there", "replaced_by_claim_id = 99"],
  ])("refuses %s", async (_, change) => {
    await using temp = await tempStore();
    await insertOne(temp.store);

    expect(() => temp.sql(`update claims set ${change}`)).toThrow(/constraint failed/);
  });

  it.each([
    ["another scope", { scope: "user" }],
    ["another tenant", { tenantId: "acme" }],
    ["another visibility", { visibility: "private", sourceAgent: "ana" }],
  ] as const)("refuses a supersession that reaches into %s", async (_, other) => {
    await using temp = await tempStore();
    await insertOne(temp.store);
    await insertOne(temp.store, { text: "another", ...other });

    for (const pointer of ["supersedes_claim_id", "replaced_by_claim_id"]) {
      expect(() => temp.sql(`update claims set ${pointer} = 2 where id = 1`)).toThrow("must stay within");
      expect(() => temp.sql(`update claims set ${pointer} = 1 where id = 2`)).toThrow("must stay within");
    }
    const copy = "insert into claims (uid, human_id, scope, text, created_at, updated_at, replaced_by_claim_id)";
    expect(() => temp.sql(`${copy} values ('u', 'mm-9999', 'elsewhere', 't', ?, ?, 1)`, AT, AT)).toThrow(
      "must stay within",
    );
  });

  it("lets the owner of a public claim differ from its replacement's, but not of a private one", async () => {
    await using temp = await tempStore();
    for (const visibility of ["public", "private"] as const) {
      for (const sourceAgent of ["ana", "luis"])
        await insertOne(temp.store, { text: `${visibility} ${sourceAgent}`, visibility, sourceAgent });
    }

    temp.sql("update claims set replaced_by_claim_id = 2 where id = 1");

    expect(() => temp.sql("update claims set replaced_by_claim_id = 4 where id = 3")).toThrow("must stay within");
    expect(() => temp.sql("update claims set scope = 'user' where id = 2")).toThrow("must stay within");
  });

  it.each([
    ["a kind of evidence", "insert into citations (claim_id, source, kind, created_at) values (1, 's', 'rumour', '')"],
    [
      "evidence without a source",
      "insert into citations (claim_id, source, kind, created_at) values (1, '', 'other', '')",
    ],
    ["line 0", "insert into citations (claim_id, source, kind, line_start, created_at) values (1, 's', 'file', 0, '')"],
    [
      "a type of link",
      "insert into claim_links (source_id, target_id, link_type, created_at) values (1, 2, 'likes', '')",
    ],
    [
      "a kind of proposal",
      "insert into open_proposals (event_id, target_claim_id, kind, created_at) values (1, 1, 'merge', '')",
    ],
  ])("knows the words and refuses %s that is none of them", async (_, statement) => {
    await using temp = await tempStore();
    await insertOne(temp.store);
    await insertOne(temp.store, { text: "another" });
    await temp.store.events.append([event({ claimId: 1 })]);

    expect(() => temp.sql(statement)).toThrow("CHECK constraint failed");
  });
});
