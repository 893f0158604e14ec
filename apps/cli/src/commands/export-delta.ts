import { resolve } from "node:path";

import { textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { UsageError } from "../usage-error.ts";

export const exportDelta: RunCommand = async (context, input) => {
  const output = textOption(input, "output");
  if (output === undefined || output === "") throw new UsageError("option '--output <file>' is missing");
  const { memory } = await context.open("read");
  const { exportDeltaFile } = await import("@memorymaster/runtime");
  const file = resolve(context.io.cwd(), output);
  const { maxUpdatedAt, since, ...counts } = await exportDeltaFile(memory, file, { since: textOption(input, "since") });
  const data = { ...counts, since: since ?? null, max_updated_at: maxUpdatedAt ?? null, output: file };
  return {
    data,
    text: () =>
      Object.entries(data)
        .map(([name, value]) => `${name}=${value ?? ""}`)
        .join(" "),
  };
};
