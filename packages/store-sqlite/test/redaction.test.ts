import { createMemory, createSealer } from "@memorymaster/core";
import type { ClaimInput, Memory, RedactRequest } from "@memorymaster/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rareWord, traces } from "./support/rare-words.ts";
import { rawSql, tempStore } from "./support/temp-store.ts";

/** What people and jobs may do to a claim before its words go. */
const STEPS: Readonly<Record<string, (memory: Memory) => Promise<unknown>>> = {
  pin: (memory) => memory.claims.pin(1, true),
  confirm: (memory) => memory.claims.transition(1, "confirmed", { reason: "seen in production" }),
  archive: (memory) => memory.claims.transition(1, "archived"),
  link: (memory) => memory.links.add(1, 2, "supports"),
  twin: (memory) => memory.claims.ingest({ text: `${sentence(0)} on port 900000002` }),
  rival: (memory) =>
    memory.claims.ingest({ text: "Another one", subject: word(10), predicate: word(11), objectValue: "x" }),
  correct: (memory) => memory.claims.ingest({ text: "It was moved", supersedes: 1 }),
  evidence: (memory) => memory.claims.ingest({ ...spoken("900000001"), citations: [evidence(25)] }),
};

const word = (place: number): string => rareWord(1, place);
const sentence = (from: number): string => `the ${word(from)} of ${word(from + 1)} listens`;
const evidence = (place: number): NonNullable<ClaimInput["citations"]>[number] => ({
  source: `docs/${word(place)}.md`,
  locator: "L12",
  excerpt: `${word(place + 1)} listens`,
});

function spoken(port: string): ClaimInput {
  return {
    text: `${sentence(0)} on port ${port}`,
    subject: word(10),
    predicate: word(11),
    objectValue: word(12),
    citations: [evidence(20)],
  };
}

/** Words of the claim that no step gives to another claim too. */
const CLAIM_WORDS = [word(12)];
const CITATION_WORDS = [20, 21, 25, 26].map(word);

/** All rows of all tables as text; those of the text index only when `withIndex`. */
function dump(path: string, withIndex: boolean): string {
  const tables = rawSql(path, "select name from sqlite_schema where type = 'table'") as readonly { name: string }[];
  const own = tables.filter(({ name }) => name !== "claims_fts" && (withIndex || !name.startsWith("claims_fts_")));
  const rows = own.flatMap(({ name }) => rawSql(path, `select * from "${name}"`));
  return rows
    .flatMap((row) => Object.values(row as Readonly<Record<string, unknown>>))
    .map((value: unknown) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value)))
    .join("\n");
}

const requests = fc.record({
  mode: fc.constantFrom("redact" as const, "erase" as const),
  parts: fc.constantFrom({}, { claim: false }, { citations: false }),
  reason: fc.option(fc.constant("asked for by the customer"), { nil: undefined }),
});

describe("after redaction", () => {
  it("the words stand in no row of any table", { timeout: 60_000 }, async () => {
    const sealer = createSealer(Buffer.alloc(32, 3).toString("base64"), "KEY");
    const histories = fc.subarray(Object.keys(STEPS).filter((step) => step !== "archive"));

    await fc.assert(
      fc.asyncProperty(histories, fc.boolean(), requests, async (steps, archive, { mode, parts, reason }) => {
        await using temp = await tempStore();
        const memory = createMemory({ store: temp.store, sealer });
        await memory.claims.ingest(spoken("900000001"));
        await memory.claims.ingest({ text: "Backups run at midnight" });
        for (const step of [...steps, ...(archive ? ["archive"] : [])]) await STEPS[step]?.(memory);
        const request: RedactRequest = { mode, actor: "ana", reason, ...parts };
        const isErased = mode === "erase";
        const before = dump(temp.path, true);

        await memory.claims.redact(1, request);

        const after = dump(temp.path, isErased);
        const claimIsGone = request.claim ?? true;
        const gone = [...(claimIsGone ? CLAIM_WORDS : []), ...((request.citations ?? true) ? CITATION_WORDS : [])];
        expect(traces(before, gone).length).toBeGreaterThan(0);
        expect(traces(after, gone)).toEqual([]);
        if (claimIsGone) expect(after).not.toContain("900000001");
        expect(await memory.events.verify()).toMatchObject({ valid: true });
      }),
      { numRuns: 15 },
    );
  });
});
