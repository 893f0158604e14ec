import type { ClaimInput, Clean, NewCitation, NewClaim, NewEvent, Store } from "@memorymaster/core";
import { newClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { AT, eventsOf, EVERYTHING, failure, failureCode, getOne, insertOne, OPERATOR, textsOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { SENSITIVE } from "../requirements/sensitive.ts";

/** Has the form of a token of a code host and is none; put together so that scanners of this repository stay quiet. */
const TOKEN = `ghp_${"a1B2".repeat(9)}`;
const TEXT = "Deployments use a token of their own";

/** A record without the mark of the filter, as a caller could pass it by a cast. */
const unmarked = <Of>(record: Of): Clean<Of> => record as Clean<Of>;

const WITH_TOKEN: Readonly<Record<string, Partial<ClaimInput>>> = {
  text: { text: `Deploy with ${TOKEN} only` },
  subject: { subject: `token ${TOKEN}` },
  predicate: { predicate: `is ${TOKEN}` },
  object_value: { objectValue: TOKEN },
  "citations[0].excerpt": { citations: [{ source: "chat", excerpt: `use ${TOKEN}` }] },
};

const IN_METADATA: Readonly<Record<string, Partial<ClaimInput>>> = {
  sourceAgent: { sourceAgent: TOKEN },
  holder: { holder: TOKEN },
  idempotencyKey: { idempotencyKey: TOKEN },
  "citations[0].source": { citations: [{ source: TOKEN }] },
  "citations[0].locator": { citations: [{ source: "chat", locator: TOKEN }] },
};

async function isEmpty(store: Store): Promise<boolean> {
  const { claims, citations } = await store.claims.stats(EVERYTHING, undefined);
  const { terms } = await store.search.indexStats();
  return claims + citations + terms === 0 && !JSON.stringify(await store.events.scan(0, 100)).includes(TOKEN);
}

export const sensitiveTests: AreaTests<typeof SENSITIVE> = {
  "sensitive.port": async ({ store }) => {
    const { id } = await insertOne(store, { text: "first" });
    const claim = (fields: Partial<NewClaim>) => store.claims.insert([unmarked({ ...newClaim(), ...fields })]);
    const event: NewEvent = { eventType: "system", details: TOKEN, createdAt: AT };
    const citation: NewCitation = { source: TOKEN, kind: "other" };

    expect(await failure(claim({ text: `with ${TOKEN}` }))).toMatchObject({
      name: "SensitiveContentError",
      code: "sensitive.content",
      details: { field: "text", findings: ["github_token"] },
    });
    expect(await failureCode(claim({ sourceAgent: TOKEN }))).toBe("sensitive.metadata");
    expect(await failureCode(claim({ citations: [citation] }))).toBe("sensitive.metadata");
    expect(await failureCode(store.claims.addCitations(id, [unmarked(citation)], AT))).toBe("sensitive.metadata");
    expect(await failureCode(store.events.append([unmarked(event)]))).toBe("sensitive.content");
    expect(await failureCode(claim({ predicate: "password", objectValue: "x9Kq2vLm7Tz" }))).toBe("sensitive.content");

    await claim({ text: "second" });
    expect(await textsOf(store)).toEqual(["first", "second"]);
    expect(await eventsOf(store)).toEqual([]);
  },

  "sensitive.reject": async ({ store, memory }) => {
    for (const [field, fields] of Object.entries(WITH_TOKEN)) {
      const refused = await failure(memory().claims.ingest({ text: TEXT, ...fields }));
      expect(refused).toMatchObject({ code: "sensitive.content", details: { field, findings: ["github_token"] } });
      expect(JSON.stringify(refused)).not.toContain(TOKEN);
    }

    expect(await isEmpty(store)).toBe(true);
  },

  "sensitive.pair": async ({ store, memory }) => {
    const input = { text: TEXT, subject: "the login", predicate: "password", objectValue: "x9Kq2vLm7Tz" };

    expect(await failureCode(memory().claims.ingest(input))).toBe("sensitive.content");
    const { claim } = await memory().claims.ingest(input, { onSecret: "redact" });

    expect((await getOne(store, claim.id)).objectValue).toMatch(/^\[REDACTED:\w+\]$/);
  },

  "sensitive.redact": async ({ store, memory }) => {
    for (const [index, [field, fields]] of Object.entries(WITH_TOKEN).entries()) {
      const text = `${TEXT} of kind ${index}`;
      const { claim, redactions } = await memory().claims.ingest({ text, ...fields }, { onSecret: "redact" });
      const read = JSON.stringify(await getOne(store, claim.id));
      expect([field, redactions]).toEqual([field, ["github_token"]]);
      expect(read).toContain("[REDACTED:github_token]");
      expect(read).not.toContain(TOKEN);
    }

    expect(JSON.stringify(await store.events.scan(0, 100))).not.toContain(TOKEN);
    expect(await store.search.termCounts(OPERATOR, [TOKEN.toLowerCase(), TOKEN], 9)).toEqual(new Map());
  },

  "sensitive.metadata": async ({ store, memory }) => {
    for (const onSecret of ["reject", "redact"] as const) {
      for (const [field, fields] of Object.entries(IN_METADATA)) {
        const ingesting = memory().claims.ingest({ text: TEXT, ...fields }, { onSecret });
        expect([field, await failureCode(ingesting)]).toEqual([field, "sensitive.metadata"]);
      }
    }

    expect(await isEmpty(store)).toBe(true);
  },

  "sensitive.bulk": async ({ store, memory }) => {
    const inputs = [{ text: "first" }, { text: `with ${TOKEN}` }, { text: "third" }];

    const { rows, rejected } = await memory().claims.ingestMany(inputs.map((input, line) => ({ line, input })));

    expect([rows.map((row) => ("error" in row ? row.error.code : row.claimId)), rejected]).toEqual([
      [1, "sensitive.content", 2],
      1,
    ]);
    expect(await textsOf(store)).toEqual(["first", "third"]);
  },
};
