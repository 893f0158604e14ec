import { describeReplicas } from "@memorymaster/store-conformance";
import { openFile } from "./support/open-conformance.ts";

describeReplicas({ name: "SQLite files", open: openFile });
