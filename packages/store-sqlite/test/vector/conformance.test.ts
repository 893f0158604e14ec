import { describeVectorIndex } from "@memorymaster/store-conformance";
import { openSqliteIndex } from "./open-sqlite-index.ts";

describeVectorIndex("sqlite-vec", openSqliteIndex);
