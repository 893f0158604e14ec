import type { Viewer } from "../../access/viewer.ts";
import { LIVE_STATUSES } from "../../claims/claim.ts";
import type { Claim } from "../../claims/claim.ts";
import type { Ids } from "../../ports/ids.ts";
import type {
  LeaseRequest,
  OutboxDepth,
  OutboxEntry,
  OutboxFailure,
  VectorSyncStore,
} from "../../ports/vector-sync-store.ts";
import { meetsFilter, withCitations } from "./claim-rows.ts";
import type { Session } from "./session.ts";
import type { OutboxRow, Tables } from "./tables.ts";
import { noteForIndex } from "./vector-outbox.ts";

const rowsOf = ({ outbox }: Tables, index: string): OutboxRow[] =>
  [...outbox.values()].filter((row) => row.index === index);

const isStuck = ({ attempts, nextAttemptAt }: OutboxRow): boolean => attempts > 0 && nextAttemptAt === undefined;

const isDue = ({ attempts, nextAttemptAt = "~", leaseUntil = "" }: OutboxRow, at: string): boolean =>
  (attempts === 0 || nextAttemptAt <= at) && leaseUntil <= at;

function lease(tables: Tables, index: string, request: LeaseRequest): readonly OutboxEntry[] {
  const due = rowsOf(tables, index).filter((row) => isDue(row, request.at));
  const taken = due.sort((a, b) => a.changeNo - b.changeNo).slice(0, request.limit);
  for (const row of taken) tables.outbox.set(row.changeNo, { ...row, leaseUntil: request.until });
  return taken.map(({ claimId, changeNo, attempts }) => ({ claimId, changeNo, attempts }));
}

function postpone({ outbox }: Tables, { changeNo, nextAttemptAt }: OutboxFailure): void {
  const row = outbox.get(changeNo);
  if (row === undefined) return;
  outbox.set(changeNo, { ...row, attempts: row.attempts + 1, nextAttemptAt, leaseUntil: undefined });
}

function depthOf(rows: readonly OutboxRow[]): OutboxDepth {
  const stuck = rows.filter(isStuck).length;
  const [oldest] = rows.map(({ enqueuedAt }) => enqueuedAt).sort();
  return { waiting: rows.length - stuck, stuck, oldest };
}

function unregister(tables: Tables, index: string): void {
  tables.vectorIndexes.delete(index);
  for (const { changeNo } of rowsOf(tables, index)) tables.outbox.delete(changeNo);
  for (const stream of tables.cursors.keys()) {
    if (stream === index || stream.startsWith(`${index}:`)) tables.cursors.delete(stream);
  }
}

const tenantClaims = ({ claims }: Tables, { tenantId }: Viewer): Claim[] =>
  [...claims.values()]
    .map(({ claim }) => claim)
    .filter((claim) => tenantId === undefined || claim.tenantId === tenantId)
    .sort((a, b) => a.id - b.id);

const indexable = (tables: Tables, viewer: Viewer): Claim[] =>
  tenantClaims(tables, viewer).filter(
    (claim) => claim.visibility !== "sensitive" && meetsFilter(claim, { statuses: LIVE_STATUSES, hasWords: true }),
  );

type Reads = Pick<VectorSyncStore, "page" | "count" | "byUids" | "byIds">;

const claimReads = (session: Session): Reads => ({
  page: async (viewer, { afterId, limit }) =>
    indexable(session.read(), viewer)
      .filter(({ id }) => id > afterId)
      .slice(0, limit)
      .map((claim) => withCitations(session.read(), claim)),
  count: async (viewer) => indexable(session.read(), viewer).length,
  byUids: async (viewer, uids) => tenantClaims(session.read(), viewer).filter(({ uid }) => uids.includes(uid)),
  byIds: async (viewer, ids) =>
    tenantClaims(session.read(), viewer)
      .filter(({ id }) => ids.includes(id))
      .map((claim) => withCitations(session.read(), claim)),
});

export function createVectorSyncStore(session: Session, ids: Ids): VectorSyncStore {
  let storeId: string | undefined;
  return {
    ...claimReads(session),
    storeId: async () => (storeId ??= ids.uid(0)),
    registered: async () => [...session.read().vectorIndexes].sort(),
    register: (index) => session.write(({ vectorIndexes }) => void vectorIndexes.add(index)),
    unregister: (index) => session.write((tables) => unregister(tables, index)),
    enqueue: (index, claimIds, at) =>
      session.write((tables) => {
        if (!tables.vectorIndexes.has(index)) return;
        for (const claimId of [...new Set(claimIds)].sort((a, b) => a - b))
          noteForIndex(tables, index, { claimId, at });
      }),
    lease: (index, request) => session.write((tables) => lease(tables, index, request)),
    finish: (index, entries) =>
      session.write(({ outbox }) => {
        for (const { changeNo } of entries) if (outbox.get(changeNo)?.index === index) outbox.delete(changeNo);
      }),
    postpone: (index, failures) =>
      session.write((tables) => {
        const own = failures.filter(({ changeNo }) => tables.outbox.get(changeNo)?.index === index);
        for (const failure of own) postpone(tables, failure);
      }),
    depth: async (index) => depthOf(rowsOf(session.read(), index)),
    cursor: async (stream) => session.read().cursors.get(stream) ?? 0,
    setCursor: (stream, claimId) =>
      session.write(({ cursors }) => {
        if (claimId === 0) cursors.delete(stream);
        else cursors.set(stream, claimId);
      }),
  };
}
