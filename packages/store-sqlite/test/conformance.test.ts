import { describeStore } from "@memorymaster/store-conformance";
import { openFile, openPeer } from "./support/open-conformance.ts";

describeStore({ name: "SQLite file", open: openFile, openPeer });
