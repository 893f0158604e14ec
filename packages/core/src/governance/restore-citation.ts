import type { Citation } from "../claims/citation.ts";
import { LIMITS } from "../claims/limits.ts";
import { citationToWire } from "../claims/wire.ts";
import type { JsonObject } from "../events/event.ts";
import type { CitationWords } from "../ports/claim-store.ts";
import { CITATION_ROLES } from "../ports/field-roles.ts";
import { cleanRecord } from "../security/clean.ts";
import { blockedUndo } from "./blocked-undo.ts";
import { objectOf } from "./event-effect.ts";
import { tell, visibleClaim } from "./undo-run.ts";
import type { Undone, UndoRun } from "./undo-run.ts";

/** `line_start` → `lineStart`, as the fields of a citation are called here. */
const fieldName = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function fieldsOf(json: JsonObject): Partial<Citation> {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [fieldName(name), value ?? undefined]));
}

/** The citation that the event of an undo kept when it took it away. */
function keptCitation({ content }: Undone): Citation | undefined {
  const kept = content === undefined ? {} : objectOf((JSON.parse(content.content) as JsonObject)["citation"]);
  return typeof kept["id"] === "number" ? (fieldsOf(kept) as Citation) : undefined;
}

/** What a check has replaced of the words of the citation: where its text is now. */
function keptWords({ content }: Undone): JsonObject {
  return content === undefined ? {} : objectOf((JSON.parse(content.content) as JsonObject)["old"]);
}

function withoutIt(undone: Undone, all: readonly Citation[], it: Citation): readonly Citation[] {
  if (all.length === 1) throw blockedUndo(undone.event, "the claim would be left without any evidence");
  tell(undone, { citation: it.id }, { citation: null });
  undone.told.words = { citation: citationToWire(it) as unknown as JsonObject };
  return all.filter(({ id }) => id !== it.id);
}

function withItAgain(undone: Undone, all: readonly Citation[], id: number): readonly Citation[] {
  const { event } = undone;
  const kept = keptCitation(undone);
  if (kept?.id !== id) throw blockedUndo(event, "the words of the citation were erased");
  if (all.some((citation) => citation.id === id)) throw blockedUndo(event, "the citation is there again");
  if (all.length >= LIMITS.citationsPerClaim) {
    throw blockedUndo(event, `the claim has ${LIMITS.citationsPerClaim} citations already`);
  }
  tell(undone, { citation: null }, { citation: id });
  return [...all, kept];
}

function withOldCheck(undone: Undone, all: readonly Citation[], it: Citation): readonly Citation[] {
  const old = undone.effect.citation?.old ?? {};
  const words = keptWords(undone);
  const present = citationToWire(it) as unknown as JsonObject;
  const presentOf = (names: JsonObject): JsonObject =>
    Object.fromEntries(Object.keys(names).map((name) => [name, present[name] ?? null]));
  tell(undone, presentOf(old), old);
  if (Object.keys(words).length > 0) undone.told.words = { old: presentOf(words), new: words };
  return all.map((citation) => (citation.id === it.id ? { ...it, ...fieldsOf({ ...old, ...words }) } : citation));
}

/**
 * Takes an added citation away, keeping its words beside the event so that it can come back; or sets back what a check
 * found.
 */
export async function restoreCitation(run: UndoRun, undone: Undone): Promise<void> {
  const { claimId, citation } = undone.effect;
  if (citation === undefined) return;
  const { citations } = await visibleClaim(run, claimId, true);
  const it = citations.find(({ id }) => id === citation.id);
  if (citation.did !== "removed" && it === undefined) {
    throw blockedUndo(undone.event, "the citation is not there any more");
  }
  const outcome = { added: "removed", removed: "added", checked: "restored" }[citation.did];
  Object.assign(undone.told.payload, { citation_id: citation.id, outcome });
  const change =
    it === undefined || citation.did === "removed"
      ? withItAgain(undone, citations, citation.id)
      : (citation.did === "added" ? withoutIt : withOldCheck)(undone, citations, it);
  const clean = change.map((one) => cleanRecord<CitationWords>(one, CITATION_ROLES, { onSecret: "redact" }).record);
  await run.context.store.claims.replaceCitations(claimId, clean);
}
