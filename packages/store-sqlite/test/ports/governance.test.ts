import { expect, test } from "vitest";
import { tempStore } from "../support/temp-store.ts";

test("the look-ups of an undo go through indexes", async () => {
  await using temp = await tempStore();
  const plan = (statement: string): string => JSON.stringify(temp.sql(`explain query plan ${statement}`));

  expect(plan("select * from events where claim_id = 1 and id > 5 order by id")).toContain("INDEX events_claim");
  expect(
    plan("select * from events where undoes_event_id in (select value from json_each('[1,2]')) order by id"),
  ).toContain("INDEX events_undoes");
});
