import type { LinkType } from "../claims/link.ts";
import { verifyChain } from "../events/chain.ts";
import type { MemoryEvent } from "../events/event.ts";
import { DUMP_COLUMNS } from "../ports/dump-columns.ts";
import type { DumpReader, DumpRow, DumpTable } from "../ports/dump-store.ts";
import type { HistoryLine } from "../ports/history-store.ts";
import { columnFault } from "../transfer/check-row.ts";
import { rowLine } from "../transfer/line-format.ts";
import { groupRows, recordOf } from "../transfer/row-record.ts";
import type { ForeignClaim, ForeignLink } from "./types.ts";

const BATCH = 200;

/** What is read of another store. */
export type ForeignReader = Pick<DumpReader, "read" | "ofClaims" | "uidsOf">;

/** Claims of a store, page by page. */
export async function* claimPages(reader: ForeignReader): AsyncGenerator<readonly DumpRow[], void, undefined> {
  let after: DumpRow | undefined;
  do {
    const rows = await reader.read("claims", after, BATCH);
    if (rows.length > 0) yield rows;
    after = rows.at(-1);
  } while (after !== undefined);
}

/** Whether a value is one of its column: a file of a stranger may hold anything. */
const isOf = (table: DumpTable, column: string, value: unknown): value is string =>
  typeof value === "string" && DUMP_COLUMNS[table][column]?.form?.test(value) === true;

/** What a store is known by elsewhere: the hash of its first event. */
export async function originOf(reader: ForeignReader): Promise<string> {
  const [first] = await reader.read("events", undefined, 1);
  const hash = first?.["event_hash"];
  return isOf("events", "event_hash", hash) ? hash : "none";
}

async function uidsOf(reader: ForeignReader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const uids = await reader.uidsOf([...new Set(ids)]);
  return new Map([...uids].filter(([, uid]) => isOf("claims", "uid", uid)));
}

/** An event as its own store exports it; none when its hash is not that of its words. */
function historyLine(row: DumpRow, claimUid: string, origin: string): HistoryLine | undefined {
  const event = recordOf("events", row) as unknown as MemoryEvent;
  // Alone it follows upon nothing.
  if (verifyChain([event]).issues.some(({ reason }) => !reason.startsWith("broken_"))) return undefined;
  const line = rowLine("events", { ...row, claim_uid: claimUid });
  return { eventHash: event.eventHash, origin, originId: event.id, claimUid, line };
}

const idsIn = (rows: readonly DumpRow[], ...columns: readonly string[]): readonly number[] =>
  rows.flatMap((row) => columns.map((column) => row[column]).filter((id) => typeof id === "number"));

/** The claims of a page with all that belongs to them; events of those for which `withHistory` says so. */
export async function readForeign(
  reader: ForeignReader,
  rows: readonly DumpRow[],
  withHistory: (uid: unknown) => boolean,
): Promise<readonly ForeignClaim[]> {
  const told = rows.filter(({ uid }) => withHistory(uid));
  const citations = groupRows(await reader.ofClaims("citations", idsIn(rows, "id")), "claim_id");
  const events = groupRows(await reader.ofClaims("events", idsIn(told, "id")), "claim_id");
  const lines = groupRows(await reader.ofClaims("event_history", idsIn(told, "id")), "claim_uid");
  const uids = await uidsOf(reader, idsIn(rows, "supersedes_claim_id", "replaced_by_claim_id"));
  const origin = await originOf(reader);
  return rows.map((row) => ({
    row,
    citations: citations.get(row["id"]) ?? [],
    supersedesUid: uids.get(Number(row["supersedes_claim_id"])),
    replacedByUid: uids.get(Number(row["replaced_by_claim_id"])),
    history: [
      ...(lines.get(row["uid"]) ?? []).map((line) => recordOf("event_history", line) as unknown as HistoryLine),
      ...(events.get(row["id"]) ?? []).flatMap((event) => historyLine(event, String(row["uid"]), origin) ?? []),
    ],
  }));
}

/** Links that begin or end at a claim of the page. */
export async function readLinks(reader: ForeignReader, rows: readonly DumpRow[]): Promise<readonly ForeignLink[]> {
  const links = await reader.ofClaims("claim_links", idsIn(rows, "id"));
  const uids = await uidsOf(reader, idsIn(links, "source_id", "target_id"));
  return links.flatMap((row) => {
    const [sourceUid, targetUid] = [uids.get(Number(row["source_id"])), uids.get(Number(row["target_id"]))];
    if (sourceUid === undefined || targetUid === undefined || columnFault("claim_links", row) !== undefined) return [];
    return [{ sourceUid, targetUid, linkType: row["link_type"] as LinkType, createdAt: String(row["created_at"]) }];
  });
}
