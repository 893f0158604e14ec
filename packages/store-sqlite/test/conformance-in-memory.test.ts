import { describeStore } from "@memorymaster/store-conformance";
import { KNOWN_GAPS, openInMemory } from "./support/open-conformance.ts";

describeStore({ name: "SQLite in memory", open: openInMemory, knownGaps: KNOWN_GAPS });
