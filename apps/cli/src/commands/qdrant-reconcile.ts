import { reconcileToWire } from "@memorymaster/core";

import { numberOption, switchOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";

export const qdrantReconcile: RunCommand = async (context, input) => {
  const { memory } = await context.open("write");
  const result = await memory.vectors.reconcile({
    full: switchOption(input, "full"),
    force: switchOption(input, "force"),
    threshold: numberOption(input, "threshold"),
  });
  const data = reconcileToWire(result);
  if ("skipped" in result) {
    const why = result.reason === undefined ? result.skipped : `${result.skipped}, ${result.reason}`;
    const failure = { code: "PARTIAL", message: `Nothing was compared: ${why}` } as const;
    return {
      data,
      text: () => `skipped: ${why}`,
      ...(result.skipped === "qdrant_unavailable" && { failure }),
    };
  }
  const { drift, classes, upserted, deleted, refused, remaining, reason } = result;
  const found = Object.entries(classes).flatMap(([name, count]) => (count === 0 ? [] : `${name}=${count}`));
  const isDone = reason === undefined && refused === 0;
  const message = refused > 0 ? `${refused} deletions look wrong: --force makes them` : `stopped: ${reason ?? ""}`;
  return {
    data,
    text: () =>
      [`drift=${drift}`, ...found, `upserted=${upserted} deleted=${deleted} remaining=${remaining}`].join(" ") +
      (isDone ? "" : `\n${message}`),
    ...(!isDone && { failure: { code: "PARTIAL", message } as const }),
  };
};
