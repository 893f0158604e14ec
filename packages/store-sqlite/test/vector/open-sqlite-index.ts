import { embeddingContentHash, LIVE_STATUSES } from "@memorymaster/core";
import type { PointPolicy, VectorIndex } from "@memorymaster/core";
import { cleanClaim } from "@memorymaster/core/testing";
import type { OpenedIndex } from "@memorymaster/store-conformance";
import { tempStore } from "../support/temp-store.ts";
import type { TempStore } from "../support/temp-store.ts";

export interface SqliteIndex extends OpenedIndex {
  readonly temp: TempStore;
  readonly makeClaim: (policy: PointPolicy) => Promise<string>;
  readonly changeClaim: (policy: PointPolicy) => Promise<void>;
}

export function indexOf({ store }: Pick<TempStore, "store">): VectorIndex {
  if (store.vectorIndex === undefined) throw new TypeError("the store has no index");
  return store.vectorIndex;
}

/** The index of a store on a file of its own. Claims change through a connection that knows nothing of vectors. */
export async function openSqliteIndex(): Promise<SqliteIndex> {
  const temp = await tempStore();
  const changeClaim: SqliteIndex["changeClaim"] = async ({ claimUid, scope, status }) => {
    temp.sql("update claims set scope = ?, status = ?, version = version + 1 where uid = ?", scope, status, claimUid);
  };
  return {
    temp,
    index: indexOf(temp),
    storeId: await temp.store.vectors.storeId(),
    makeClaim: async (policy) => {
      const { claimUid: uid, scope, tenantId } = policy;
      const text = `The service of ${uid} listens`;
      const known = temp.sql("select 1 from claims where uid = ?", uid);
      const tenant = tenantId === "local" ? {} : { tenantId };
      if (known.length === 0) await temp.store.claims.insert([cleanClaim({ uid, text, scope, ...tenant })]);
      if (LIVE_STATUSES.some((status) => status === policy.status)) await changeClaim(policy);
      return embeddingContentHash({ text });
    },
    changeClaim,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}
