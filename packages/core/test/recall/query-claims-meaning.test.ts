import { describe, expect, it } from "vitest";
import { recallAnalysis } from "../../src/analysis/recall-analysis.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import type { VectorIndex } from "../../src/ports/vector-index.ts";
import { federatedQuery } from "../../src/recall/federated-query.ts";
import { createMemoryVectorIndex } from "../../src/vector/memory-index.ts";
import { syncIndex } from "../../src/vector/sync-index.ts";
import { conceptEmbedder } from "./concept-embedder.ts";
import { openMemory, PROJECT, textsOf } from "./open-memory.ts";
import type { TestMemory } from "./open-memory.ts";

const BACKUPS = "Nightly copies of the database are kept for thirty days";
const PORT = "The staging API listens on port 7443";
const RETRIES = "A failed webhook is sent again five times";
const EMBEDDER = conceptEmbedder(/cop(?:y|ies)|restore|lost/iu, /port|socket/iu, /again|attempts/iu);
const IN_OTHER_WORDS = "can we restore what a customer lost";

async function openWith(index: VectorIndex = createMemoryVectorIndex(), settings = {}): Promise<TestMemory> {
  const memory = openMemory(settings, { embedder: EMBEDDER, index });
  await memory.addAll([BACKUPS, PORT, RETRIES]);
  await syncIndex(memory.context);
  return memory;
}

/** An index that is filled and then answers no question. */
function failingIndex(): VectorIndex & { readonly asked: () => number } {
  let asked = 0;
  const query: VectorIndex["query"] = async () => {
    asked += 1;
    throw new TypeError("the index is broken");
  };
  return { ...createMemoryVectorIndex(), query, asked: () => asked };
}

const TEAM = { mode: "team", principal: "ana", role: "writer", grantedScopes: [PROJECT] } as const;

describe("queryClaims: meaning", () => {
  it("finds a claim that shares no word with the question, and says how near it is", async () => {
    const memory = await openWith();

    const { rows, meta } = await memory.ask(IN_OTHER_WORDS);

    expect(textsOf({ rows })).toEqual([BACKUPS]);
    expect(rows[0]).toMatchObject({ lexicalScore: 0, vectorScore: 1, matchedTerms: [], breakdown: { vector: 1 } });
    expect(meta).toMatchObject({ retrievalMode: "hybrid", semantic: true, degraded: false, relevant: 1 });
    expect([meta.containmentReason, meta.vector?.state, meta.vector?.accepted]).toEqual([undefined, "used", 3]);
  });

  it("finds by words what the index does not name, and each claim once", async () => {
    const memory = await openWith();
    const later = "Port 9090 is reserved for metrics";
    await memory.add(later);

    const { rows } = await memory.ask("which port is reserved");

    expect(textsOf({ rows }).toSorted()).toEqual([later, PORT].toSorted());
    expect(rows.find(({ claim }) => claim.text === later)?.vectorScore).toBe(0);
  });

  it("finds nothing for a question that is near to no claim", async () => {
    const memory = await openWith();

    expect(await memory.ask("who composed the opera")).toMatchObject({ rows: [], meta: { semantic: true, total: 0 } });
  });

  it("answers by words alone, and says so, when the index fails", async () => {
    const index = failingIndex();
    const [broken, plain] = [await openWith(index), openMemory()];
    await plain.addAll([BACKUPS, PORT, RETRIES]);

    const { rows, meta } = await broken.ask("staging port");

    expect(rows).toEqual((await plain.ask("staging port")).rows);
    expect(meta).toMatchObject({
      requestedRetrievalMode: "hybrid",
      retrievalMode: "legacy",
      containmentReason: "index_error",
      semantic: false,
      degraded: true,
      vector: { state: "degraded", reason: "index_error", candidates: 0, accepted: 0 },
    });
    expect(index.asked()).toBe(1);
  });

  it("never asks the index in the mode legacy", async () => {
    const index = failingIndex();
    const memory = await openWith(index);

    const { meta } = await memory.ask({ queryText: "staging port", retrievalMode: "legacy" });

    expect(index.asked()).toBe(0);
    expect(meta).toMatchObject({ retrievalMode: "legacy", semantic: false, degraded: false });
    expect([meta.vector, meta.containmentReason]).toEqual([undefined, undefined]);
  });

  it("tells of vectors that are not set up only where they are insisted on", async () => {
    const insisting = openMemory({ vector: { ...SETTINGS_DEFAULTS.vector, reads: "on" } });

    const [missed, unset] = [await insisting.ask("staging"), await openMemory().ask("staging")];

    expect(missed.meta).toMatchObject({ degraded: true, vector: { state: "degraded", reason: "not_configured" } });
    expect(unset.meta).toMatchObject({ degraded: false, containmentReason: "not_configured" });
    expect(unset.meta.vector).toBeUndefined();
  });

  it("asks for a team only when that is granted", async () => {
    const granted = { vector: { ...SETTINGS_DEFAULTS.vector, teamGranted: true } };
    const [closed, open] = [await openWith(), await openWith(createMemoryVectorIndex(), granted)];
    const ask = async (memory: TestMemory) => (await memory.as(TEAM).ask(IN_OTHER_WORDS)).meta;

    expect(await ask(closed)).toMatchObject({
      retrievalMode: "legacy",
      containmentReason: "team_not_granted",
      vector: { state: "off", reason: "team_not_granted" },
    });
    expect(await ask(open)).toMatchObject({ retrievalMode: "hybrid", semantic: true });
  });

  it("leads to packed context, to all scopes, and to the analysis of an answer", async () => {
    const memory = await openWith();
    const request = { queryText: IN_OTHER_WORDS };

    const [packed, federated, analysis] = [
      await memory.pack(request),
      await federatedQuery(memory.context, request),
      await recallAnalysis(memory.context, request),
    ];

    expect(packed.output).toContain(BACKUPS);
    expect(textsOf(federated)).toEqual([BACKUPS]);
    expect(analysis.componentRankings).toMatchObject({ lexical: [], vector: [analysis.rows[0]?.claim.id] });
  });
});
