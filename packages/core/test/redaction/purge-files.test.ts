import { describe, expect, test } from "vitest";

import { finishErase, purgeFiles } from "../../src/redaction/purge-files.ts";
import { openContext } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

/** A store whose files end up as told, one answer for each purge. */
function withFiles(...outcomes: ("done" | "pending")[]): TestContext {
  const context = openContext();
  return { ...context, store: { ...context.store, purge: async () => outcomes.shift() ?? "done" } };
}

async function told({ store }: TestContext): Promise<readonly unknown[]> {
  return (await store.events.scan(0, 10)).map(({ event }) => [event.eventType, event.details]);
}

describe("cleaning the files", () => {
  test("tells of nothing when it is done at once", async () => {
    const context = withFiles("done");

    expect(await purgeFiles(context)).toBe("done");
    expect(await told(context)).toEqual([]);
  });

  test("tells once that it is pending, and then that it is done", async () => {
    const context = withFiles("pending", "pending", "done", "done");

    const outcomes = [await purgeFiles(context), await purgeFiles(context), await finishErase(context)];

    expect(outcomes).toEqual(["pending", "pending", "done"]);
    expect(await told(context)).toEqual([
      ["system", "erase_checkpoint_pending"],
      ["system", "erase_checkpoint_done"],
    ]);
    expect(await finishErase(context)).toBeUndefined();
  });

  test("is nothing to do where there are no files", async () => {
    expect(await purgeFiles(openContext())).toBeUndefined();
  });
});
