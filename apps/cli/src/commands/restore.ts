import { statSync } from "node:fs";
import { resolve } from "node:path";

import { InvalidInputError } from "@memorymaster/core";

import { argument } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { copying, openFiles } from "./database-files.ts";

export const restore: RunCommand = async (context, input) => {
  const file = resolve(context.io.cwd(), argument(input, 0));
  // Before a new database is made for it.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new InvalidInputError("input.invalid", `There is no file ${file}`, { details: { field: "file" } });
  }
  return copying(context, async (options) => {
    const { files, master } = await openFiles(context, "create");
    await files.restore(file, options);
    const { claims } = await master.memory.claims.stats();
    const { path } = master.database;
    return {
      data: { db: path, integrity_check: "ok" },
      text: () => `restored ${claims} claims into ${path}`,
    };
  });
};
