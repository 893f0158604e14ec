import type { ChangedRow, DiffRow } from "@memorymaster/core";

import { argument } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";
import { openFiles } from "./database-files.ts";

function valueText(value: unknown): string {
  return value === null ? "(none)" : cleanLine(typeof value === "string" ? value : JSON.stringify(value));
}

const rowText = (sign: string, { id, status, text }: DiffRow): string => `${sign} [${id}] ${status} ${cleanLine(text)}`;

function changedText({ id, text, changes }: ChangedRow): string {
  const fields = Object.entries(changes).map(
    ([field, change]) => `    ${field}: ${valueText(change.old)} -> ${valueText(change.new)}`,
  );
  return [`~ [${id}] ${cleanLine(text)}`, ...fields].join("\n");
}

export const diff: RunCommand = async (context, input) => {
  const { files } = await openFiles(context, "read");
  const { snapshotId, added, removed, changed, unchanged } = await files.diff(argument(input, 0));
  const summary = { added: added.length, removed: removed.length, changed: changed.length, unchanged };
  return {
    data: { snapshot_id: snapshotId, added, removed, changed, summary },
    text: () =>
      [
        `since snapshot ${snapshotId}:`,
        ...added.map((row) => rowText("+", row)),
        ...removed.map((row) => rowText("-", row)),
        ...changed.map(changedText),
        Object.entries(summary)
          .map(([name, count]) => `${name}=${count}`)
          .join(" "),
      ].join("\n"),
  };
};
