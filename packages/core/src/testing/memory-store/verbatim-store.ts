import { sha256Hex, UNIT_SEPARATOR } from "../../claims/identity.ts";
import { TURN_FIELD_ROLES } from "../../ports/field-roles.ts";
import type {
  NewTurn,
  Turn,
  TurnFilter,
  TurnSelection,
  TurnWeight,
  VerbatimStore,
} from "../../ports/verbatim-store.ts";
import { requireClean } from "../../security/clean.ts";
import { turnTerms } from "../../verbatim/turn-terms.ts";
import { violated } from "./constraints.ts";
import { documentCounts, rankOf } from "./search-store.ts";
import type { Session } from "./session.ts";
import { nextId } from "./tables.ts";
import type { Tables, TurnRow } from "./tables.ts";

function turnOf({ id, sessionId, position, role, speaker, kind, content, scope, ...row }: TurnRow): Turn {
  const { timestamp, sourceAgent } = row;
  return { id, sessionId, position, role, speaker, kind, content, scope, timestamp, sourceAgent };
}

const rowsOf = ({ turns }: Tables): TurnRow[] => [...turns.values()].sort((a, b) => a.id - b.id);
const byCodePoint = (a: string, b: string): number => Buffer.from(a).compare(Buffer.from(b));

/** No session holds a content twice. */
const keyOf = ({ sessionId, contentHash }: Pick<TurnRow, "sessionId" | "contentHash">): string =>
  ["turn", sessionId, contentHash].join(UNIT_SEPARATOR);

/** @throws StoreError `store.constraint` for content that its session holds already */
export function putTurn(tables: Tables, row: Omit<TurnRow, "terms">): void {
  if (tables.uniqueKeys.has(keyOf(row))) violated("unique");
  tables.uniqueKeys.set(keyOf(row), row.id);
  tables.turns.set(row.id, { ...row, terms: turnTerms(row.content) });
}

function insertTurn(tables: Tables, turn: NewTurn): number | undefined {
  const given = { ...turn, contentHash: sha256Hex(turn.content) };
  if (tables.uniqueKeys.has(keyOf(given))) return undefined;
  let last = -1;
  for (const { sessionId, position } of tables.turns.values())
    if (sessionId === given.sessionId) last = Math.max(last, position);
  const id = nextId(tables, "turns");
  putTurn(tables, { ...given, id, position: given.position ?? last + 1, embeddingSynced: 0 });
  return id;
}

function removeTurn(tables: Tables, id: number): boolean {
  const row = tables.turns.get(id);
  if (row !== undefined) tables.uniqueKeys.delete(keyOf(row));
  return tables.turns.delete(id);
}

function meets({ scope, timestamp }: Turn, { scopes, everyProject = false, until }: TurnFilter): boolean {
  const inScope = scopes === undefined || scopes.includes(scope) || (everyProject && scope.startsWith("project:"));
  return inScope && (until === undefined || timestamp <= until);
}

/** There are no duplicates in a map by what makes one. */
const isSelected = ({ content }: Turn, selection: TurnSelection): boolean =>
  selection !== "duplicates" && selection.beginnings.some((text) => content.startsWith(text));

/** Oldest first. */
const byAge = (a: Pick<Turn, "id" | "timestamp">, b: typeof a): number =>
  byCodePoint(a.timestamp, b.timestamp) || a.id - b.id;

function weights(rows: readonly TurnRow[]): readonly TurnWeight[] {
  const oldestFirst = rows.toSorted(byAge);
  const ends = new Map(oldestFirst.map(({ sessionId, id }) => [sessionId, id]));
  return oldestFirst.map(({ id, timestamp, sessionId, content }) => {
    return { id, timestamp, bytes: Buffer.byteLength(content), endsSession: ends.get(sessionId) === id };
  });
}

type Reads = Omit<VerbatimStore, "insert" | "remove">;

function createReads(session: Session): Reads {
  const rows = (): TurnRow[] => rowsOf(session.read());
  return {
    stats: async () => ({ turns: rows().length, terms: rows().reduce((sum, { terms }) => sum + terms.length, 0) }),
    termCounts: async (terms, cap) =>
      new Map([...documentCounts(rows(), terms)].map(([term, count]) => [term, Math.min(count, cap)])),
    candidates: async ({ terms, filter, limit }) => {
      const rank = rankOf(rows(), terms);
      return rows()
        .filter((row) => meets(row, filter) && terms.some((term) => row.terms.includes(term)))
        .sort((a, b) => rank(b) - rank(a) || b.id - a.id)
        .slice(0, limit)
        .map(turnOf);
    },
    around: async (ids, distance, filter) => {
      const { turns } = session.read();
      const steps = Array.from({ length: 2 * distance + 1 }, (_, step) => step - distance);
      const placeOf = ({ sessionId, position }: Turn, step: number): string => `${position + step} ${sessionId}`;
      const near = new Set(
        ids.flatMap((id) => {
          const row = turns.get(id);
          return row === undefined ? [] : steps.map((step) => placeOf(row, step));
        }),
      );
      return rows()
        .filter((row) => near.has(placeOf(row, 0)) && meets(row, filter))
        .sort((a, b) => byCodePoint(a.sessionId, b.sessionId) || a.position - b.position || a.id - b.id)
        .map(turnOf);
    },
    getMany: async (ids) => {
      const { turns } = session.read();
      return ids.flatMap((id) => turns.get(id) ?? []).map(turnOf);
    },
    census: async () => ({
      turns: rows().length,
      sessions: new Set(rows().map(({ sessionId }) => sessionId)).size,
      bytes: rows().reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
      contents: new Set(rows().map(({ contentHash }) => contentHash)).size,
    }),
    select: async (selection, after, limit) => {
      const found = rows().filter((row) => row.id > after && isSelected(row, selection));
      return found.map(({ id }) => id).slice(0, limit);
    },
    oldest: async (after, limit) =>
      weights(rows())
        .filter((one) => after === undefined || byAge(one, after) > 0)
        .slice(0, limit),
  };
}

export function createVerbatimStore(session: Session): VerbatimStore {
  return {
    ...createReads(session),
    insert: (turns) =>
      session.write((tables) =>
        turns.map((turn) => requireClean(turn, TURN_FIELD_ROLES)).map((turn) => insertTurn(tables, turn)),
      ),
    remove: (ids) => session.write((tables) => ids.filter((id) => removeTurn(tables, id)).length),
  };
}
