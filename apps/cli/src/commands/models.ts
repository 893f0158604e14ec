import { listLocalModels, pullLocalModel } from "@memorymaster/runtime";
import type { LocalModel } from "@memorymaster/runtime";

import type { CommandContext, Outcome, RunCommand } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { createProgress } from "../output/progress.ts";
import { runtimeOptions } from "../runtime-options.ts";

const MEGABYTE = 1_000_000;

function modelText({ model, dims, downloadMegabytes, isInstalled, isChosen }: LocalModel): string {
  const state = isInstalled ? "installed" : `${downloadMegabytes} MB to download`;
  return `${isChosen ? "*" : " "} ${model}  ${dims} dimensions  ${state}`;
}

async function list(context: CommandContext): Promise<Outcome> {
  const { folder, models } = await listLocalModels(runtimeOptions(context));
  return {
    data: {
      folder,
      models: models.map(({ model, dims, downloadMegabytes, isInstalled, isChosen }) => {
        return { model, dims, download_megabytes: downloadMegabytes, installed: isInstalled, chosen: isChosen };
      }),
    },
    text: () => [...models.map(modelText), `in ${folder}`].join("\n"),
  };
}

async function pull(context: CommandContext, model: string | undefined, signal: AbortSignal): Promise<Outcome> {
  const progress = createProgress(context.io, "MB");
  try {
    const pulled = await pullLocalModel(runtimeOptions(context), model, {
      signal,
      onProgress: ({ receivedBytes, totalBytes }) => {
        progress.show(Math.round(receivedBytes / MEGABYTE), totalBytes && receivedBytes / totalBytes);
      },
    });
    const done = pulled.fetched.length === 0 ? "was there already" : `fetched ${pulled.fetched.join(", ")}`;
    return {
      data: pulled,
      text: () => `${pulled.model}: ${done}, in ${pulled.directory}\nnext: memorymaster qdrant-sync`,
    };
  } finally {
    progress.end();
  }
}

export const models: RunCommand = (context, { args: [action, model] }) =>
  action === "list"
    ? list(context)
    : interruptible(context.io, (signal) => pull(context, model, signal), "files that are whole stay");
