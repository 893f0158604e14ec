import { createMemory } from "@memorymaster/core";
import type { DumpRow, DumpTable, LegacyReport, Memory, Store } from "@memorymaster/core";
import { createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import { openLegacySource } from "../../src/legacy/open-legacy-source.ts";
import { createLegacyFile, THEN } from "./legacy-file.ts";
import type { LegacyFile } from "./legacy-file.ts";
import { tempFolder, tempStore } from "./temp-store.ts";
import type { TempStore } from "./temp-store.ts";

export const LATER = "2025-07-01T10:00:00+00:00";

export interface LegacyBench extends AsyncDisposable {
  readonly file: LegacyFile;
  readonly target: TempStore;
  readonly store: Store;
  readonly memory: Memory;
  take(onProgress?: (done: number) => void): Promise<LegacyReport>;
  rows(table: DumpTable): Promise<readonly DumpRow[]>;
}

/** A file of the earlier product and an empty store beside it. */
export async function createBench(version: "3.3" | "4.8" = "4.8"): Promise<LegacyBench> {
  const folder = tempFolder();
  const file = createLegacyFile(folder.file("old.db"), version);
  const target = await tempStore();
  const { store } = target;
  const memory = createMemory({ store, ids: createCountingIds(), clock: createFixedClock() });
  return {
    file,
    target,
    store,
    memory,
    take: async (onProgress) => {
      using source = openLegacySource(file.path);
      return await memory.transfer.importLegacy(source, { onProgress });
    },
    rows: (table) => store.dump.read(table, undefined, 10_000),
    [Symbol.asyncDispose]: async () => {
      file[Symbol.dispose]();
      await target[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** One claim of each state, and all that can hang on claims. */
export function fillRichly(file: LegacyFile): void {
  const states = ["candidate", "confirmed", "stale", "superseded", "conflicted", "archived"];
  for (const status of states) {
    const times = { last_validated_at: LATER, archived_at: status === "archived" ? LATER : null, event_time: THEN };
    file.claim({
      ...times,
      text: `A claim that is ${status}: 日本語 🦀`,
      status,
      subject: `claim ${status}`,
      predicate: "is",
      object_value: status,
      claim_type: "fact",
      scope: "project:shop",
      confidence: 0.1 + 0.2,
      human_id: `mm-000${states.indexOf(status)}`,
      idempotency_key: `key ${status}`,
      valid_from: THEN,
      valid_until: LATER,
      source_agent: "ana",
      holder: "luis",
      wiki_article: "shop",
      access_count: 7,
      last_accessed: LATER,
      tier: "core",
      volatility: "high",
      pinned: status === "confirmed" ? 1 : 0,
      replaced_by_claim_id: status === "superseded" ? 2 : null,
      entity_id: 1,
    });
  }
  file.claim({ text: "Ana's own", visibility: "private", source_agent: "ana" });
  file.claim({ text: "Of a tenant", tenant_id: "acme", visibility: "sensitive", source_agent: "luis" });
  file.row("claim_links", { source_id: 1, target_id: 2, link_type: "supports", created_at: LATER });
  file.row("entities", { canonical_name: "billing", entity_type: "team", created_at: THEN, updated_at: LATER });
  file.row("entities", { canonical_name: "shop", created_at: THEN, updated_at: LATER });
  file.row("entity_aliases", {
    entity_id: 1,
    alias: "billing",
    variant_key: "Billing",
    original_form: "Billing",
    created_at: THEN,
  });
  file.row("entity_edges", {
    source_id: 1,
    target_id: 2,
    relation: "owns",
    weight: 1.5,
    claim_id: 3,
    created_at: THEN,
  });
  file.row("claim_entity_links", { claim_id: 4, entity_id: 2 });
  for (let id = 1; id <= 6; id += 1) {
    const payload = { payload_json: '{"citation_count": 1}', canonical: '{"citation_count":1}' };
    file.event({ claim_id: id, event_type: "ingest", to_status: "candidate", details: "claim_ingested", ...payload });
  }
  file.event({ details: "of no claim" });
}

export const byText = (rows: readonly DumpRow[], text: string): DumpRow | undefined =>
  rows.find((row) => String(row["text"]).startsWith(text));
