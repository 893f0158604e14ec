import type { RunCommand } from "../command.ts";
import { listText } from "../output/claim-text.ts";
import { snapshotText, snapshotToWire } from "../output/snapshot-text.ts";
import { openFiles } from "./database-files.ts";

export const snapshots: RunCommand = async (context) => {
  const { files } = await openFiles(context, "read");
  const found = await files.snapshots();
  return {
    data: found.map(snapshotToWire),
    meta: { total: found.length },
    text: (paint) => listText(found.map((info) => snapshotText(info, paint))),
  };
};
