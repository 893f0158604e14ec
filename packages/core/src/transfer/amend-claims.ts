import type { DumpRow } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";
import { damageOnRefusal, isRefusal } from "./damage.ts";
import { hasDerivedKey } from "./filter-row.ts";
import type { ImportReport } from "./types.ts";

/** What a claim gets when all claims are there: a pointer to one that came later, or a key that none of them has. */
interface Amendment {
  readonly line: number;
  readonly claimId: number;
  readonly column: "supersedes_claim_id" | "replaced_by_claim_id" | "idempotency_key";
  /** Id of the other claim; of a key the content hash that it is made from. */
  readonly value: number | string;
}

/** Holds back what a claim cannot be written with before those that come after it. */
export interface ClaimAmendments {
  /** The claim without it. */
  withhold(line: number, given: DumpRow, row: DumpRow): DumpRow;
  /** Sets all of it that can be set. @throws InvalidInputError `input.invalid` with the line of a claim that is refused */
  apply(store: Store, report: ImportReport): Promise<void>;
}

const BATCH = 200;
const POINTERS = ["supersedes_claim_id", "replaced_by_claim_id"] as const;

export function createClaimAmendments(): ClaimAmendments {
  const amendments: Amendment[] = [];
  /** Of each content hash the suffix to try next. */
  const suffixes = new Map<string, number>();

  async function setKey(store: Store, claimId: number, hash: string): Promise<void> {
    for (let suffix = suffixes.get(hash) ?? 1, isSet = false; !isSet; suffix += 1) {
      const key = suffix === 1 ? hash : `${hash}~${suffix}`;
      suffixes.set(hash, suffix + 1);
      const write = store.transaction(() => store.dump.amend(claimId, { idempotency_key: key, content_hash: key }));
      isSet = await write.then(
        () => true,
        (error: unknown) => {
          if (isRefusal(error)) return false;
          throw error;
        },
      );
    }
  }

  return {
    withhold: (line, given, row) => {
      const claimId = Number(row["id"]);
      const withheld: Amendment[] = POINTERS.filter((column) => Number(row[column]) > claimId).map((column) => {
        return { line, claimId, column, value: Number(row[column]) };
      });
      if (hasDerivedKey(given) && given["content_hash"] !== row["content_hash"]) {
        withheld.push({ line, claimId, column: "idempotency_key", value: String(row["content_hash"]) });
      }
      amendments.push(...withheld);
      return withheld.length === 0
        ? row
        : { ...row, ...Object.fromEntries(withheld.map(({ column }) => [column, null])) };
    },
    apply: async (store, report) => {
      while (amendments.length > 0) {
        const batch = amendments.splice(0, BATCH);
        const there = await store.dump.uidsOf(batch.map(({ value }) => Number(value)).filter(Number.isInteger));
        for (const { line, claimId, column, value } of batch) {
          if (typeof value === "string") await setKey(store, claimId, value);
          else if (there.has(value)) await damageOnRefusal(line, () => store.dump.amend(claimId, { [column]: value }));
          else report.leftOut.push({ line, reason: `${column} names a claim that did not arrive` });
        }
      }
    },
  };
}
