import { modelChangeToWire, outboxReportToWire } from "@memorymaster/core";
import type { Memory, NotDone, OutboxReport } from "@memorymaster/core";

import type { CommandContext, Outcome, RunCommand } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { createProgress } from "../output/progress.ts";
import { HOW_TO_SET_UP } from "./require-vectors.ts";

const UNFINISHED = "the next run goes on from there";

/** Where there is nothing to bring into step, all is well. */
function skipped({ skipped: reason }: NotDone): Outcome {
  const isSetUp = reason !== "not_configured" && reason !== "non_semantic_embedder";
  const message = `The index was not brought into step: ${reason}`;
  return {
    data: { skipped: reason },
    text: () => (isSetUp ? message : `skipped: ${HOW_TO_SET_UP}`),
    ...(isSetUp && { failure: { code: "PARTIAL", message } as const }),
  };
}

/** Everything that can be done now; what waits for a later attempt stays. */
async function followOutbox(vectors: Memory["vectors"], signal: AbortSignal): Promise<OutboxReport> {
  let all = await vectors.work();
  for (let before = Infinity; all.reason === undefined && all.depth.waiting > 0 && all.depth.waiting < before;) {
    signal.throwIfAborted();
    before = all.depth.waiting;
    all = sumOf(all, await vectors.work());
  }
  return all;
}

function sumOf(before: OutboxReport, last: OutboxReport): OutboxReport {
  return {
    ...last,
    upserted: before.upserted + last.upserted,
    policies: before.policies + last.policies,
    unchanged: before.unchanged + last.unchanged,
    deleted: before.deleted + last.deleted,
    failed: before.failed + last.failed,
  };
}

async function sync(context: CommandContext, signal: AbortSignal): Promise<Outcome> {
  const master = await context.open("write");
  if (master.vectors.fault !== undefined) throw master.vectors.fault;
  const { vectors } = master.memory;
  const progress = createProgress(context.io, "claims");
  try {
    const change = await vectors.changeModel({
      onProgress: ({ done, of }) => {
        signal.throwIfAborted();
        progress.show(done, of === 0 ? undefined : done / of);
      },
    });
    if ("skipped" in change) return skipped(change);
    const outbox = await followOutbox(vectors, signal);
    const { sync: done, ...model } = modelChangeToWire(change);
    const { total, synced, errors, reason } = change.sync;
    const failed =
      errors > 0 ||
      reason !== undefined ||
      change.state === "incomplete" ||
      outbox.failed > 0 ||
      outbox.reason !== undefined;
    const why = reason ?? outbox.reason ?? "some claims failed";
    return {
      data: { ...(done as object), model, outbox: outboxReportToWire(outbox) },
      text: () => `synced=${synced} total=${total} errors=${errors}${failed ? `: ${why}; ${UNFINISHED}` : ""}`,
      ...(failed && { failure: { code: "PARTIAL", message: `The index is not in step yet: ${why}` } as const }),
    };
  } finally {
    progress.end();
  }
}

export const qdrantSync: RunCommand = (context) =>
  interruptible(context.io, (signal) => sync(context, signal), `what is in the index stays; ${UNFINISHED}`);
