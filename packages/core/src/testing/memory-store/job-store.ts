import type { CitationKind } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import { namespaceKey, UNIT_SEPARATOR } from "../../claims/identity.ts";
import type { DecaySelection, JobOrder, JobSelection, JobStore } from "../../ports/job-store.ts";
import { meetsFilter, visibleClaims, withCitations } from "./claim-rows.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

type Compare = (a: Claim, b: Claim) => number;

const byId: Compare = (a, b) => a.id - b.id;
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const ORDERS: Readonly<Record<JobOrder, Compare>> = {
  newest: (a, b) => byId(b, a),
  oldest: byId,
  least_recently_validated: (a, b) => byText(a.lastValidatedAt ?? "", b.lastValidatedAt ?? "") || byId(a, b),
  least_recently_changed: (a, b) => byText(a.updatedAt, b.updatedAt) || byId(a, b),
};

function isTaken(claim: Claim, { filter, withoutTypes = [], changedBefore, order, afterId }: JobSelection): boolean {
  if (claim.claimType !== undefined && withoutTypes.includes(claim.claimType)) return false;
  if (changedBefore !== undefined && claim.updatedAt >= changedBefore) return false;
  if (afterId !== undefined && (order === "newest" ? claim.id >= afterId : claim.id <= afterId)) return false;
  return meetsFilter(claim, filter);
}

const touches = ({ lastDecayedAt, lastValidatedAt, updatedAt }: Claim): readonly string[] =>
  [lastDecayedAt, lastValidatedAt, updatedAt].filter((at) => at !== undefined);

function decays(claim: Claim, { untouchedSince, now }: DecaySelection): boolean {
  if (claim.status !== "confirmed" || claim.pinned) return false;
  return touches(claim).every((at) => at <= untouchedSince[claim.volatility]) || touches(claim).some((at) => at > now);
}

const lastTouch = (claim: Claim): string => touches(claim).toSorted(byText).at(-1) ?? "";

/** Empty for evidence never checked; absent where there is none of these kinds. */
const oldestCheck = ({ citations }: Claim, kinds: readonly CitationKind[]): string | undefined =>
  citations
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ checkedAt }) => checkedAt ?? "")
    .sort()[0];

type Selections = Pick<JobStore, "select" | "selectDecaying" | "selectUnchecked" | "findRivals" | "latestEvents">;

function selections(session: Session): Selections {
  return {
    select: async (viewer, selection) => {
      const tables = session.read();
      const taken = visibleClaims(tables, viewer).filter((claim) => isTaken(claim, selection));
      const first = taken.toSorted(ORDERS[selection.order]).slice(0, selection.limit);
      return first.map((claim) => withCitations(tables, claim));
    },
    selectDecaying: async (viewer, selection) =>
      visibleClaims(session.read(), viewer)
        .filter((claim) => decays(claim, selection))
        .toSorted((a, b) => byText(lastTouch(a), lastTouch(b)) || byId(a, b))
        .slice(0, selection.limit),
    selectUnchecked: async (viewer, { filter, kinds, limit }) => {
      const tables = session.read();
      const oldest = (claim: Claim): string | undefined => oldestCheck(withCitations(tables, claim), kinds);
      return visibleClaims(tables, viewer)
        .filter((claim) => meetsFilter(claim, filter) && oldest(claim) !== undefined)
        .toSorted((a, b) => byText(oldest(a) ?? "", oldest(b) ?? "") || byId(a, b))
        .slice(0, limit)
        .map(({ id }) => id);
    },
    findRivals: async (viewer, statuses, limit) => {
      const tables = session.read();
      const groups = new Map<string, Claim[]>();
      for (const claim of visibleClaims(tables, viewer).toSorted(byId)) {
        const { subject, predicate, objectValue, status } = claim;
        if (subject === undefined || predicate === undefined || objectValue === undefined) continue;
        if (!statuses.includes(status)) continue;
        const key = [namespaceKey(claim), subject, predicate].join(UNIT_SEPARATOR);
        groups.set(key, [...(groups.get(key) ?? []), claim]);
      }
      return [...groups.values()]
        .filter((group) => new Set(group.map(({ objectValue }) => objectValue)).size > 1)
        .slice(0, limit)
        .map((group) => group.map((claim) => withCitations(tables, claim)));
    },
    latestEvents: async (claimIds, eventType) => {
      const newest = new Map<number, number>();
      for (const event of session.read().events.values()) {
        if (event.claimId === undefined || event.eventType !== eventType || !claimIds.includes(event.claimId)) continue;
        newest.set(event.claimId, Math.max(event.id, newest.get(event.claimId) ?? 0));
      }
      const ids = [...newest.values()].sort((a, b) => a - b);
      return ids.flatMap((id) => session.read().events.get(id) ?? []);
    },
  };
}

/** Replaces a claim in place while it has that version; the version stays. */
function touch(
  tables: Tables,
  target: { readonly id: number; readonly version: number },
  fields: Partial<Claim>,
): boolean {
  const row = tables.claims.get(target.id);
  if (row?.claim.version !== target.version) return false;
  tables.claims.set(target.id, { ...row, claim: { ...row.claim, ...fields } });
  return true;
}

type Writers = Pick<JobStore, "writeConfidences" | "writeNormalizedTexts" | "stampCitations">;

function writers(session: Session): Writers {
  return {
    writeConfidences: (changes) =>
      session.write((tables) =>
        changes
          .filter((change) =>
            touch(tables, change, {
              confidence: change.confidence + 0,
              ...(change.decayedAt !== undefined && { lastDecayedAt: change.decayedAt }),
            }),
          )
          .map(({ id }) => id),
      ),
    writeNormalizedTexts: (changes) =>
      session.write((tables) => {
        for (const change of changes) touch(tables, change, { normalizedText: change.normalizedText });
      }),
    stampCitations: (stamps) =>
      session.write(({ citations }) => {
        const byId = new Map(stamps.map((stamp) => [stamp.citationId, stamp]));
        for (const [claimId, rows] of citations) {
          const stamped = rows.map((row) => {
            const stamp = byId.get(row.id);
            return stamp === undefined ? row : { ...row, checkStatus: stamp.checkStatus, checkedAt: stamp.checkedAt };
          });
          citations.set(claimId, stamped);
        }
      }),
  };
}

export function createJobStore(session: Session): JobStore {
  return {
    ...selections(session),
    ...writers(session),
    readLease: async (name) => session.read().leases.get(name),
    takeLease: (name, lease, instead) =>
      session.write(({ leases }) => {
        if (leases.get(name)?.owner !== instead) return false;
        leases.set(name, lease);
        return true;
      }),
    dropLease: (name, owner) =>
      session.write(({ leases }) => {
        if (leases.get(name)?.owner === owner) leases.delete(name);
      }),
    readNote: async (job) => session.read().jobNotes.get(job),
    writeNote: (job, note) => session.write(({ jobNotes }) => void jobNotes.set(job, note)),
  };
}
