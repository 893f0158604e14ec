import { describeVectorIndex } from "@memorymaster/store-conformance";
import { openPgvector } from "../support/open-pgvector.ts";

describeVectorIndex("pgvector", openPgvector);
