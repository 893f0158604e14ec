import { resolve } from "node:path";

import { textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { sizeText } from "../output/snapshot-text.ts";
import { UsageError } from "../usage-error.ts";
import { copying, openFiles } from "./database-files.ts";

export const backup: RunCommand = async (context, input) => {
  const output = textOption(input, "output");
  if (output === undefined || output === "") throw new UsageError("option '--output <file>' is missing");
  return copying(context, async (options) => {
    const { files } = await openFiles(context, "write");
    const { file, sizeBytes, sha256 } = await files.backup(resolve(context.io.cwd(), output), options);
    return {
      data: { file, size_bytes: sizeBytes, sha256 },
      text: () => `backup ${file} (${sizeText(sizeBytes)})\nsha256 ${sha256}`,
    };
  });
};
