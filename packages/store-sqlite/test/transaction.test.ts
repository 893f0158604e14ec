import { expect, it } from "vitest";
import { insertTexts, OPERATOR } from "./support/records.ts";
import { tempStore } from "./support/temp-store.ts";

/** A promise and what settles it. */
function signal(): { readonly reached: Promise<void>; readonly reach: () => void } {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach };
}

it("makes calls from outside of a transaction wait for its end: there is one connection", async () => {
  await using temp = await tempStore();
  const begun = signal();
  const mayEnd = signal();
  const order: string[] = [];

  const inside = temp.store.transaction(async () => {
    await insertTexts(temp.store, "inside");
    begun.reach();
    await mayEnd.reached;
    order.push("inside");
  });
  await begun.reached;
  const outside = insertTexts(temp.store, "outside").then(() => order.push("outside"));
  const reading = temp.store.claims.stats(OPERATOR, undefined).then(({ claims }) => order.push(`read ${claims}`));
  mayEnd.reach();
  await Promise.all([inside, outside, reading]);

  expect(order).toEqual(["inside", "outside", "read 2"]);
});
