import { CLAIM_STATUSES } from "@memorymaster/core";
import type { Store } from "@memorymaster/core";

import { projectOf } from "../describe-surroundings.ts";
import { EVERYTHING, fail, onFile, pass, warn } from "./finding.ts";
import type { Looks } from "./finding.ts";

const INDEXED = CLAIM_STATUSES.filter((status) => status !== "archived");

/** Claims that the text index lacks (below 0: has too many), and how many it should hold. */
async function indexGap({ claims, search }: Store): Promise<readonly [gap: number, wanted: number]> {
  const { total } = await claims.list(EVERYTHING, { statuses: INDEXED, hasWords: true }, { limit: 1 });
  return [total - (await search.indexStats()).claims, total];
}

/** What the database is, and whether it is whole. */
export const DATABASE_LOOKS: Looks = {
  engine: async ({ store }) => {
    const facts = await store.engine?.describe();
    return facts && pass(facts.role === undefined ? facts.name : `${facts.name}, whose role ${facts.role} fits`);
  },
  schema: async ({ store }) => {
    const facts = await store.engine?.describe();
    return facts && pass(`version ${facts.schemaVersion}, the newest`);
  },
  synchronous: onFile((_files, { surroundings }) =>
    surroundings.config.runtime.synchronous === "full"
      ? pass("full")
      : warn("normal: the last writes may be lost when the power goes", "take MEMORYMASTER_SYNCHRONOUS away"),
  ),
  project: async ({ store, surroundings }) => {
    const { projectScope, scopeReason } = await projectOf(surroundings, store.projects);
    return pass(`${projectScope} (${scopeReason})`);
  },
  integrity: onFile(async (_files, { quickCheck }) => {
    const found = await quickCheck;
    if (found === undefined) return warn("the file is too large for a quick look", "memorymaster integrity");
    if (found.quickCheck === "ok") return pass("ok");
    return fail(found.quickCheck, "memorymaster snapshots, then memorymaster rollback ID");
  }),
  foreign_keys: onFile(async (_files, { quickCheck }) => {
    const { foreignKeys } = (await quickCheck) ?? {};
    if (foreignKeys === undefined) return warn("not looked at", "memorymaster integrity --fk-check");
    const found = Object.entries(foreignKeys).map(([table, count]) => `${count} rows of ${table}`);
    if (found.length === 0) return pass("no row points to nothing");
    return fail(`${found.join(", ")} point to nothing`, "memorymaster integrity --fk-check");
  }),
  text_index: async ({ store }) => {
    // A claim that is stored between two questions makes a difference once, but not the same one again.
    const [first] = await indexGap(store);
    const [gap, wanted] = await indexGap(store);
    if (gap === 0 || gap !== first) return pass(`${wanted} claims`);
    const found = gap > 0 ? `${gap} of ${wanted} claims are missing` : `${-gap} entries are left over`;
    return fail(found, "memorymaster integrity --repair-fts");
  },
};
