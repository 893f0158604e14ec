import type { DumpRow, DumpTable } from "../ports/dump-store.ts";
import { damage } from "./damage.ts";
import { createIdIndex } from "./id-index.ts";
import { REFERENCES } from "./line-format.ts";

const UID_BYTES = 16;

interface Reference {
  readonly line: number;
  readonly column: string;
  readonly id: number;
  readonly uid: string;
}

/** Follows the claims of a file, and checks that what names one by id and uid names the same. */
export interface ReferenceChecks {
  /** @throws InvalidInputError `input.invalid` when the claim is not in the file, or is another one */
  check(line: number, table: DumpTable, row: DumpRow): void;
  /** Checks what pointed forward, as soon as no more claims come. @throws InvalidInputError as `check` */
  endClaims(): void;
}

const hexOf = (uid: string): string => uid.replaceAll("-", "");

/** Keeps 24 bytes of each claim. */
export function createReferenceChecks(): ReferenceChecks {
  const uids = createIdIndex(UID_BYTES);
  let forward: Reference[] = [];

  function requireClaim({ line, column, id, uid }: Reference): void {
    const stored = uids.get(id);
    if (stored === undefined) throw damage(line, `${column} names a claim that is not in the file`);
    if (stored !== hexOf(uid)) throw damage(line, `${column} and its uid name two different claims`);
  }

  return {
    check: (line, table, row) => {
      const own = table === "claims" ? Number(row["id"]) : Number.POSITIVE_INFINITY;
      if (table === "claims") uids.add(own, hexOf(String(row["uid"])));
      for (const [uidColumn, column] of Object.entries(REFERENCES[table])) {
        const [id, uid] = [row[column], row[uidColumn]];
        if (id === null && uid === null) continue;
        if (typeof id !== "number" || typeof uid !== "string") throw damage(line, `${column} and its uid do not agree`);
        const reference = { line, column, id, uid };
        if (id > own) forward.push(reference);
        else requireClaim(reference);
      }
    },
    endClaims: () => {
      for (const reference of forward) requireClaim(reference);
      forward = [];
    },
  };
}
