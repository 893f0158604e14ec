import { describeStore } from "@memorymaster/store-conformance";
import { openInMemory } from "./support/open-conformance.ts";

describeStore({ name: "SQLite in memory", open: openInMemory });
