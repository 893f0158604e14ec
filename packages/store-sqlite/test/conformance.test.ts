import { describeStore } from "@memorymaster/store-conformance";
import { KNOWN_GAPS, openFile, openPeer } from "./support/open-conformance.ts";

describeStore({ name: "SQLite file", open: openFile, openPeer, knownGaps: KNOWN_GAPS });
