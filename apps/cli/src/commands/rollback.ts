import type { SnapshotInfo } from "@memorymaster/core";

import { argument, switchOption } from "../command-input.ts";
import type { CommandContext, Outcome, RunCommand } from "../command.ts";
import { confirm } from "../input/confirm.ts";
import { cleanLine } from "../output/clean-text.ts";
import { snapshotText, snapshotToWire } from "../output/snapshot-text.ts";
import { copying, openFiles, sameDatabase } from "./database-files.ts";

const describe = ({ timestamp, message }: SnapshotInfo): string =>
  message === "" ? `of ${timestamp}` : `of ${timestamp}, "${cleanLine(message)}"`;

/** Asks before anything is written; what to do when the answer is no. */
async function refusal(context: CommandContext, id: string): Promise<Outcome | undefined> {
  const { files, master } = await openFiles(context, "read");
  const target = await files.findSnapshot(id);
  const content = `snapshot ${target.snapshotId} ${describe(target)}`;
  const question = `Replace what ${master.database.path} holds now by ${content}?`;
  if (await confirm(context.io, question)) return undefined;
  const differences = sameDatabase(context, `diff ${target.snapshotId}`);
  return {
    data: snapshotToWire(target),
    text: (paint) => `${snapshotText(target, paint)}\nwhat would change: ${differences}`,
    failure: { code: "NOT_CONFIRMED", message: "Nothing was changed: --yes confirms the rollback" },
  };
}

export const rollback: RunCommand = async (context, input) => {
  const id = argument(input, 0);
  const refused = switchOption(input, "yes") ? undefined : await refusal(context, id);
  if (refused !== undefined) return refused;
  return copying(context, async (options) => {
    const { files, master } = await openFiles(context, "write");
    const done = await files.rollback(id, { ...options, commit: master.headCommit() });
    const { restored, saved, revivedClaimIds: revived } = done;
    const back = sameDatabase(context, `rollback ${saved.snapshotId}`);
    const lines = [
      `restored snapshot ${restored.snapshotId} ${describe(restored)}`,
      ...(revived.length === 0 ? [] : [`erased since, and back now: claims ${revived.join(", ")}; erase them again`]),
      `back to the state before: ${back}`,
    ];
    return {
      data: {
        ...snapshotToWire(restored),
        restored_snapshot_id: restored.snapshotId,
        backup_snapshot_id: saved.snapshotId,
        ...(revived.length > 0 && { revived_claim_ids: revived }),
      },
      text: () => lines.join("\n"),
    };
  });
};
