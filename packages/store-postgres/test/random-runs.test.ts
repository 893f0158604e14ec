import { describeRandomRuns } from "@memorymaster/store-conformance";
import { openWithoutGaps } from "./support/open-conformance.ts";

describeRandomRuns({ stores: { Postgres: openWithoutGaps }, tenantsApart: true });
