import { describeRandomRuns } from "@memorymaster/store-conformance";
import { openFile, openInMemory } from "./support/open-conformance.ts";

describeRandomRuns({ stores: { "SQLite file": openFile, "SQLite in memory": openInMemory } });
