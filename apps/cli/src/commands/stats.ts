import { statsToWire } from "@memorymaster/core";

import { textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";

function line(name: string, value: number | string | null | Readonly<Record<string, number>>): string {
  if (typeof value !== "object") return `${name}=${value}`;
  const parts = Object.entries(value ?? {}).map(([key, count]) => `${cleanLine(key)}:${count}`);
  return `${name}=${parts.join(" ")}`;
}

export const stats: RunCommand = async (context, input) => {
  const { memory, database } = await context.open("read");
  const counted = statsToWire(await memory.claims.stats(textOption(input, "scope")));
  const data = { ...counted, size_bytes: database.sizeBytes() ?? null };
  return {
    data,
    text: () =>
      Object.entries(data)
        .map(([name, value]) => line(name, value))
        .join("\n"),
  };
};
