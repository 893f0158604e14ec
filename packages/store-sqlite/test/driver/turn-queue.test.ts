import { expect, it } from "vitest";
import { createTurnQueue } from "../../src/driver/turn-queue.ts";

it("gives turns one at a time in the order of asking", async () => {
  const queue = createTurnQueue();
  const log: string[] = [];
  const use = async (name: string): Promise<void> => {
    await queue.take();
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    queue.release();
  };

  await Promise.all(["a", "b", "c"].map(use));
  await use("d");

  expect(log).toEqual(["a", "b", "c", "d"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
