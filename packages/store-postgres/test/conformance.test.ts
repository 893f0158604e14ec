import { describeStore } from "@memorymaster/store-conformance";
import { openDatabase, openPeer } from "./support/open-conformance.ts";

describeStore({ name: "Postgres", open: openDatabase, openPeer });
