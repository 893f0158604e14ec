import { describeVectorIndex } from "@memorymaster/store-conformance";
import { openAnywhere } from "./support/open-index.ts";

describeVectorIndex("Qdrant", openAnywhere);
