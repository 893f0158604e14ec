import { StoreError } from "@memorymaster/core";

import { switchOption, textOption } from "../command-input.ts";
import type { Outcome, RunCommand } from "../command.ts";
import { sizeText, snapshotToWire } from "../output/snapshot-text.ts";
import { copying, openFiles, sameDatabase } from "./database-files.ts";

const NOTHING: Outcome = { data: null, text: () => "there is no database to take a snapshot of" };

export const snapshot: RunCommand = async (context, input) => {
  const isHook = switchOption(input, "gitHook");
  try {
    return await copying(context, async (options) => {
      const { files, master } = await openFiles(context, "write");
      const purpose = isHook ? "git-hook" : "manual";
      const message = textOption(input, "message");
      const taken = await files.snapshot({ ...options, message, purpose, commit: master.headCommit() });
      const back = sameDatabase(context, `rollback ${taken.snapshotId}`);
      return {
        data: snapshotToWire(taken),
        text: () => `snapshot ${taken.snapshotId} (${sizeText(taken.sizeBytes)})\nback to it: ${back}`,
      };
    });
  } catch (error) {
    // A repository without a memory has its commits all the same.
    if (isHook && error instanceof StoreError && error.code === "store.missing") return NOTHING;
    throw error;
  }
};
