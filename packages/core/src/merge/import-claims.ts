import { runOrRehearse } from "../governance/run-or-rehearse.ts";
import type { MemoryContext } from "../memory-types.ts";
import { DUMP_TABLES } from "../ports/dump-store.ts";
import type { DumpTable } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";
import { damage } from "../transfer/damage.ts";
import { perTable } from "../transfer/line-format.ts";
import type { ImportOptions, ImportReport } from "../transfer/types.ts";
import type { RowSink } from "../transfer/write-rows.ts";
import { collectRows } from "./collected-rows.ts";
import type { CollectedRows } from "./collected-rows.ts";
import { takeIn } from "./take-in.ts";
import type { AdoptOutcome } from "./types.ts";

/** Events come as history, with one of our own for each claim: those are not rows of the file. */
const OWN_TABLES: readonly DumpTable[] = ["events", "event_contents", "chain_anchor"];

async function countRows({ dump }: Store): Promise<Record<DumpTable, number>> {
  const counts = perTable(() => 0);
  for (const table of DUMP_TABLES) if (!OWN_TABLES.includes(table)) counts[table] = await dump.count(table);
  return counts;
}

/** Projects and keys that nobody here has. */
async function addProjects({ dump, projects }: Store, { rows }: CollectedRows): Promise<void> {
  const taken = await projects.takenScopes(rows.projects.map(({ scope }) => String(scope)));
  const keys = await projects.findKeys(rows.project_keys.map((row) => String(row["key_hash"])));
  const known = new Set<unknown>(keys.map(({ keyHash }) => keyHash));
  await dump.write(
    "projects",
    rows.projects.filter(({ scope }) => !taken.has(String(scope))),
  );
  await dump.write(
    "project_keys",
    rows.project_keys.filter((row) => !known.has(row["key_hash"])),
  );
}

/**
 * Collects the rows of an export, and takes the claims in that the store does not hold when the file is known to be
 * whole: in one transaction.
 */
export function createClaimSink(context: MemoryContext, report: ImportReport, options: ImportOptions): RowSink {
  const { store } = context;
  const collected = collectRows(store.dump);
  const lines = new Map<string, number>();

  async function write() {
    const leftOut: { readonly line: number; readonly reason: string }[] = [];
    const lineOf = (uid: string): number => lines.get(uid) ?? 0;
    const onOutcome = (outcome: AdoptOutcome): void => {
      if (outcome.outcome !== "refused") return;
      const [line, reason] = [lineOf(outcome.uid), `the claim cannot be stored: ${outcome.code}`];
      if (options.partial !== true) throw damage(line, reason);
      leftOut.push({ line, reason });
    };
    const reader = await collected.reader();
    const before = await countRows(store);
    await addProjects(store, collected);
    const { left } = await takeIn(context, {
      reader,
      matches: { aliases: new Map(), arriving: new Set(lines.keys()) },
      options: { eventType: "import", keepStatus: options.asCandidates !== true },
      onOutcome,
    });
    leftOut.push(...left.map(({ uid, why }) => ({ line: lineOf(uid), reason: why })));
    const after = await countRows(store);
    return { inserted: perTable((table) => after[table] - before[table]), leftOut };
  }

  return {
    add: ({ line, table, row }) => {
      if (table === "claims") lines.set(String(row["uid"]), line);
      return collected.add(table, row);
    },
    finish: async () => {
      const { inserted, leftOut } = await runOrRehearse(store, write, options);
      Object.assign(report.inserted, inserted);
      report.skipped = report.rows - Object.values(inserted).reduce((sum, count) => sum + count, 0);
      report.leftOut.push(...leftOut);
    },
  };
}
