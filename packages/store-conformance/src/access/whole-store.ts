import type { DumpReader, LegacySource } from "@memorymaster/core";
import type { Row } from "./row.ts";

async function lengthOf(lines: AsyncIterable<string>): Promise<number> {
  let length = 0;
  for await (const line of lines) length += line.length;
  return length;
}

/** What an export of nothing begins with. */
async function* cutFile(): AsyncIterable<string> {
  yield '{"counts":{},"format":"memorymaster-export"}\n';
}

/** Calls that concern all that a store holds. */
export const WHOLE_STORE: Readonly<Record<string, readonly Row[]>> = {
  "transfer.exportLines": [
    { reach: "operator", outside: true, call: async ({ transfer }) => lengthOf(transfer.exportLines()) },
  ],
  "transfer.importLines": [{ reach: "operator", call: ({ transfer }) => transfer.importLines(cutFile()) }],
  "transfer.importLegacy": [
    {
      reach: "operator",
      call: ({ transfer }) => transfer.importLegacy({ tables: new Map() } as Partial<LegacySource> as LegacySource),
    },
  ],
  "transfer.merge": [
    {
      reach: "operator",
      call: ({ transfer }) => transfer.merge({ reader: {} as DumpReader, schemaVersion: 1 }),
    },
  ],
  "transfer.exportDelta": [
    {
      reach: "operator",
      outside: true,
      call: ({ transfer }) => transfer.exportDelta({ write: () => undefined, name: () => undefined }),
    },
  ],
  "verbatim.storeTurns": [
    {
      reach: "local",
      changes: true,
      call: ({ verbatim }) =>
        verbatim.storeTurns([{ sessionId: "s", role: "user", content: "When does the quokka rotation begin?" }]),
    },
  ],
  "verbatim.search": [{ reach: "local", call: ({ verbatim }) => verbatim.search({ query: "quokka" }) }],
  "verbatim.analyze": [{ reach: "local", call: ({ verbatim }) => verbatim.analyze() }],
  "verbatim.cleanUp": [{ reach: "local", call: ({ verbatim }) => verbatim.cleanUp() }],
  "vectors.sync": [{ reach: "operator", call: ({ vectors }) => vectors.sync() }],
  "vectors.reconcile": [{ reach: "operator", call: ({ vectors }) => vectors.reconcile() }],
  "vectors.reconcileWhenDue": [{ reach: "operator", call: ({ vectors }) => vectors.reconcileWhenDue() }],
  "vectors.work": [{ reach: "operator", call: ({ vectors }) => vectors.work() }],
  "vectors.changeModel": [{ reach: "operator", call: ({ vectors }) => vectors.changeModel() }],
  "vectors.health": [{ reach: "operator", call: ({ vectors }) => vectors.health() }],
  "upkeep.check": [{ reach: "operator", call: ({ upkeep }) => upkeep.check() }],
  "upkeep.drainAccesses": [{ reach: "operator", call: ({ upkeep }) => upkeep.drainAccesses() }],
  "upkeep.finishErase": [{ reach: "operator", call: ({ upkeep }) => upkeep.finishErase() }],
  "upkeep.repairIndex": [{ reach: "operator", call: ({ upkeep }) => upkeep.repairIndex() }],
  "upkeep.repairRows": [{ reach: "operator", call: ({ upkeep }) => upkeep.repairRows() }],
};
