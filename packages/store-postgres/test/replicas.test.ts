import { describeReplicas } from "@memorymaster/store-conformance";
import { openWithoutGaps } from "./support/open-conformance.ts";

describeReplicas({ name: "Postgres databases", open: openWithoutGaps, runs: 5 });
