import type { Claim } from "../claims/claim.ts";
import { contentHash, namespaceKey } from "../claims/identity.ts";
import { timestampOf } from "../claims/time.ts";
import { bothDiffer } from "../ingest/find-conflicts.ts";
import { foldedValue } from "../ingest/identity-index.ts";
import { isCurrent, isLive } from "../ingest/validity.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { DumpReader, DumpRow } from "../ports/dump-store.ts";
import { columnFault } from "../transfer/check-row.ts";
import { isDerivedKey } from "./accept-claim.ts";
import { claimOfRow } from "./adopting.ts";
import { claimPages } from "./read-foreign.ts";

/** How the claims of another store are known here. */
export interface Matches {
  /** Uid there → uid here, of those that have another. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Uids that are new here. */
  readonly arriving: ReadonlySet<string>;
}

/** A claim of the other store, with the keys that it may be known by. */
interface Wanted {
  readonly claim: Claim;
  readonly key: string | undefined;
  readonly hash: string | undefined;
}

function wantedOf(row: DumpRow): Wanted {
  const claim = claimOfRow(row, []);
  // A row that will be refused matches nothing.
  if (columnFault("claims", row) !== undefined) return { claim, key: undefined, hash: undefined };
  const { text, scope, tenantId, contentHash: hash, idempotencyKey: key } = claim;
  return {
    claim,
    key: isDerivedKey(row) ? undefined : key,
    hash: hash === undefined ? undefined : contentHash(text, scope, tenantId),
  };
}

const startOf = ({ validFrom, createdAt }: Claim): string | undefined =>
  validFrom === createdAt ? undefined : validFrom;

/** Whether two stored claims say the same: what one of them leaves out differs from nothing. */
function saysTheSame(a: Claim, b: Claim): boolean {
  const parts = [
    [a.subject, b.subject],
    [a.predicate, b.predicate],
    [a.objectValue, b.objectValue],
    [startOf(a), startOf(b)],
    [a.validUntil, b.validUntil],
  ] as const;
  return foldedValue(a.text) === foldedValue(b.text) && !parts.some(([one, other]) => bothDiffer(one, other));
}

/** By the key that a caller gave, else by the whole text; of several the live and current one, else the newest. */
function bestMatch({ claim, key, hash }: Wanted, here: readonly Claim[], now: string): string | undefined {
  const near = here.filter((one) => namespaceKey(one) === namespaceKey(claim));
  const byKey = near.find(({ idempotencyKey }) => key !== undefined && idempotencyKey === key);
  if (byKey !== undefined || hash === undefined) return byKey?.uid;
  const isPresent = (one: Claim): number => Number(isLive(one) && isCurrent(one, now));
  const same = near.filter((one) => one.contentHash !== undefined && saysTheSame(claim, one));
  return same.sort((a, b) => isPresent(b) - isPresent(a) || b.id - a.id)[0]?.uid;
}

/**
 * Finds the claims of another store here: by uid, else by the key that a caller gave, else by text. By those only claims
 * whose uid the other store does not hold, and each at most once.
 */
export async function findMatches({ store, clock }: MemoryContext, reader: DumpReader): Promise<Matches> {
  const now = timestampOf(clock.nowMs());
  const aliases = new Map<string, string>();
  const arriving = new Set<string>();
  const used = new Set<string>();
  for await (const rows of claimPages(reader)) {
    const known = await store.dump.claimsByUid(rows.map(({ uid }) => String(uid)));
    const wanted = rows.filter(({ uid }) => !known.has(String(uid))).map(wantedOf);
    if (wanted.length === 0) continue;
    const found = await store.claims.findIdentityMatches({
      idempotencyKeys: wanted.flatMap(({ key }) => key ?? []),
      contentHashes: wanted.flatMap(({ hash }) => hash ?? []),
      ...{ nearHashes: [], twinHashes: [], tuples: [] },
    });
    const theirs = await reader.claimsByUid(found.map(({ claim }) => claim.uid));
    const here = found.map(({ claim }) => claim).filter(({ uid }) => !theirs.has(uid));
    for (const one of wanted) {
      const match = bestMatch(
        one,
        here.filter(({ uid }) => !used.has(uid)),
        now,
      );
      if (match === undefined) arriving.add(one.claim.uid);
      else {
        used.add(match);
        aliases.set(one.claim.uid, match);
      }
    }
  }
  return { aliases, arriving };
}
