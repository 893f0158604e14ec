import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { ExportResult } from "@memorymaster/core";
import type { MemoryMaster } from "@memorymaster/runtime";

import { switchOption, textOption } from "../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { createProgress } from "../output/progress.ts";
import { writePrivateFile } from "../output/write-private-file.ts";
import { write } from "../output/write.ts";
import { UsageError } from "../usage-error.ts";

const PIECE = 65_536;

interface Export {
  /** Lines in pieces that are worth a write. */
  readonly pieces: AsyncGenerator<string, void, undefined>;
  /** What was exported, at the end. */
  readonly result: () => ExportResult | undefined;
}

function startExport({ memory }: MemoryMaster, { io }: CommandContext, isShown: boolean): Export {
  const progress = createProgress(io, "rows");
  const lines = memory.transfer.exportLines({
    onProgress: (done, total) => {
      if (isShown) progress.show(done, done / total);
    },
  });
  let result: ExportResult | undefined;
  async function* all(): AsyncGenerator<string, void, undefined> {
    result = yield* lines;
  }
  async function* pieces(): AsyncGenerator<string, void, undefined> {
    let text = "";
    try {
      for await (const line of all()) {
        text += line;
        if (text.length < PIECE) continue;
        yield text;
        text = "";
      }
      yield text;
    } finally {
      progress.end();
    }
  }
  return { pieces: pieces(), result: () => result };
}

async function toStdout(context: CommandContext): Promise<Outcome> {
  const { stdout } = context.io;
  const { pieces } = startExport(await context.open("read"), context, stdout.isTTY !== true);
  for await (const piece of pieces) {
    await write(stdout, piece);
    if (stdout.errored !== null) break;
  }
  return { data: null, isWritten: true, text: () => "" };
}

async function toFile(context: CommandContext, input: CommandInput, name: string): Promise<Outcome> {
  const master = await context.open("read");
  const output = resolve(context.io.cwd(), name);
  const keep = ["", "-wal", "-shm"].map((suffix) => master.database.path + suffix);
  return interruptible(context.io, async (signal) => {
    const { pieces, result } = startExport(master, context, true);
    const fill = (stream: Writable): Promise<void> => pipeline(pieces, stream, { signal });
    await writePrivateFile(output, { force: switchOption(input, "force"), keep }, fill);
    const { rows, tables, sha256 } = result() ?? { rows: 0, tables: {}, sha256: "" };
    const counts = Object.entries(tables).map(([table, count]) => `${table}=${count}`);
    return {
      data: { rows, tables, output, sha256 },
      text: () => `exported ${output} rows=${rows} ${counts.join(" ")}\nsha256 ${sha256}`,
    };
  });
}

export const exportStore: RunCommand = async (context, input) => {
  const output = textOption(input, "output") ?? "-";
  if (output !== "-") return toFile(context, input, output);
  if (context.globals.format === "json") throw new UsageError("option '--json' goes with '--output <file>'");
  if (switchOption(input, "force")) throw new UsageError("option '--force' goes with '--output <file>'");
  return toStdout(context);
};
