import type { Logger, Memory } from "@memorymaster/core";

/** Claims of the last seconds are found by their words meanwhile. */
const PAUSE_MS = 15_000;

const BEHIND = "The index of meanings is behind";

/** Work in the background, which keeps no process from its end. */
export interface BackgroundWork {
  /** No new round begins; waits for the one that runs. */
  stop(): Promise<void>;
}

/**
 * Keeps the index of meanings in step while a process lives: all claims once, and from then on what changes. A round that
 * fails is told and tried again; while nothing waits, a round is one look into the outbox.
 */
export function startIndexWorker({ vectors }: Pick<Memory, "vectors">, logger: Logger): BackgroundWork {
  let isStopped = false;
  let isFilled = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const round = async (): Promise<void> => {
    if (!isFilled) {
      const change = await vectors.changeModel({
        onProgress: () => {
          if (isStopped) throw new TypeError("The process ends");
        },
      });
      const why = "skipped" in change ? change.skipped : change.sync.reason;
      if (why !== undefined) logger.log("warning", BEHIND, { reason: why });
      if ("skipped" in change) return;
      isFilled = change.state !== "incomplete";
    }
    const { reason } = await vectors.work();
    if (reason === undefined) await vectors.reconcileWhenDue();
    else logger.log("warning", BEHIND, { reason });
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = round()
        .catch((error: unknown) => {
          if (!isStopped) logger.log("warning", BEHIND, { error: String(error) });
        })
        .finally(() => {
          if (!isStopped) schedule();
        });
    }, PAUSE_MS);
    timer.unref();
  };
  schedule();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
