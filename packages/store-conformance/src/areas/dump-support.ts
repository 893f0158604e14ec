import { DUMP_TABLES } from "@memorymaster/core";
import type { DumpReader, DumpRow, DumpTable, Memory, Store } from "@memorymaster/core";
import { cleanTurn } from "@memorymaster/core/testing";
import { append, AT, eventsOf } from "../records.ts";

export const ANA: { readonly actor: string } = { actor: "ana" };

/** Events of another store, the younger one with the smaller hash. */
export const HISTORY: readonly DumpRow[] = [9, 4].map((id) => {
  const line = JSON.stringify({ row: { id, event_type: "audit", details: `noted ${id}` }, table: "events" });
  return { event_hash: `${10 - id}c`.repeat(32), origin: "0d".repeat(32), origin_id: id, line };
});

/** What nothing but a dump writes yet. */
async function fillOthers({ dump }: Store): Promise<void> {
  const at = { created_at: AT };
  const name = { canonical_name: "ci", entity_type: "unknown", scope: "project:demo", tenant_id: null, updated_at: AT };
  await dump.write("entities", [
    { ...name, ...at },
    { ...name, canonical_name: "cd", ...at },
  ]);
  await dump.write("entity_aliases", [{ entity_id: 1, alias: "ci", variant_key: "CI", original_form: "CI", ...at }]);
  await dump.write("claim_entity_links", [{ claim_id: 1, entity_id: 1 }]);
  const edge = { source_id: 1, target_id: 2, relation: "related_to", weight: 0.1 + 0.2, claim_id: 1 };
  await dump.write("entity_edges", [{ ...edge, ...at, last_reinforced_at: AT, last_decayed_at: null }]);
  const [uid] = (await dump.uidsOf([1])).values();
  const ofNoClaim = { event_hash: "ee".repeat(32), origin: "0d".repeat(32), origin_id: 5, line: null, claim_uid: null };
  await dump.write("event_history", [...HISTORY.map((row) => ({ ...row, claim_uid: uid ?? null })), ofNoClaim]);
}

/** Something in every table. */
export async function fill(store: Store, { claims, links }: Memory): Promise<void> {
  const project = { scope: "project:demo", slug: "demo", lastPath: "/srv/demo", at: AT };
  await store.projects.record({ ...project, keys: [{ kind: "path", keyHash: "ab".repeat(32) }] });
  await claims.ingest({ text: "CI runs on Jenkins", subject: "ci", predicate: "runs on", objectValue: "Jenkins" });
  await claims.ingest({ text: "CI runs on Buildkite", validUntil: "2030-01-01T00:00:00Z", confidence: 0.1 + 0.2 });
  await claims.ingest({ text: 'Ana\'s "añejo" 🧾 note', visibility: "private", sourceAgent: "ana" });
  await claims.confirm([1], ANA);
  await claims.transition(1, "superseded", { replacedBy: 2 });
  await claims.archive([3], { ...ANA, reason: "old" });
  await links.add(1, 2, "supports");
  await fillOthers(store);
  await store.verbatim.insert([cleanTurn(), cleanTurn({ content: "añejo 🧾", speaker: "Ana", kind: "tool" })]);
  await append(store, { claimId: 2, content: { words: "beside it" } }, { tenantId: "acme" });
  const [head] = (await eventsOf(store)).slice(-1);
  const anchor = { name: "latest", eventCount: head?.id ?? 0, headId: head?.id ?? 0, headHash: head?.eventHash ?? "" };
  await store.upkeep.recordAnchor({ ...anchor, recordedAt: AT });
}

/** Every row of every table, read two by two. */
export async function allRows(dump: DumpReader): Promise<Readonly<Record<DumpTable, readonly DumpRow[]>>> {
  const tables: Partial<Record<DumpTable, DumpRow[]>> = {};
  for (const table of DUMP_TABLES) {
    const rows: DumpRow[] = [];
    for (
      let page = await dump.read(table, undefined, 2);
      page.length > 0;
      page = await dump.read(table, rows.at(-1), 2)
    )
      rows.push(...page);
    tables[table] = rows;
  }
  return tables as Record<DumpTable, readonly DumpRow[]>;
}

/** An export of the whole store. */
export async function exported({ transfer }: Memory): Promise<string> {
  let text = "";
  for await (const line of transfer.exportLines()) text += line;
  return text;
}

/** A file as it is read: in pieces that end anywhere. */
export async function* pieces(text: string): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += 1_000) yield text.slice(at, at + 1_000);
}
