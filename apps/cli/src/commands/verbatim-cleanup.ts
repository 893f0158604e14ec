import { turnAnalysisToWire, turnCleanupToWire } from "@memorymaster/core";

import { switchOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { UsageError } from "../usage-error.ts";

export const verbatimCleanup: RunCommand = async (context, input) => {
  const given = (name: string): boolean => switchOption(input, name);
  if (given("analyzeOnly")) {
    if (["apply", "retention", "purgeJunk"].some(given)) {
      throw new UsageError("option '--analyze-only' deletes nothing and takes no other option");
    }
    const { memory } = await context.open("read");
    const data = turnAnalysisToWire(await memory.verbatim.analyze());
    const lines = Object.entries(data).map(([name, count]) => `${name}: ${count}`);
    return { data, text: () => lines.join("\n") };
  }
  const dryRun = !given("apply");
  const { memory } = await context.open(dryRun ? "read" : "write");
  const data = turnCleanupToWire(
    await memory.verbatim.cleanUp({
      dryRun,
      dedup: input.options["dedup"] !== false,
      purgeJunk: given("purgeJunk"),
      retention: given("retention"),
    }),
  );
  const { candidate_rows: candidates, deleted } = data.retention;
  const verb = dryRun ? "would delete" : "deleted";
  return {
    data,
    text: () =>
      [
        `${verb} ${data.dedup_deleted} repeated and ${data.junk_deleted} that nobody said`,
        `too old or too much: ${String(candidates)}, ${verb} ${String(deleted)} of them`,
        `turns: ${data.before_total} before, ${data.after_total} after`,
      ].join("\n"),
  };
};
