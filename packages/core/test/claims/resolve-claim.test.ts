import { describe, expect, test } from "vitest";

import { resolveClaim } from "../../src/claims/resolve-claim.ts";
import type { ClaimRef } from "../../src/memory-types.ts";
import { EVERYTHING, openContext, seed } from "../support/open-context.ts";

describe("a claim is named", () => {
  test("by id, digits, human id or uid, in any case and with spaces around", async () => {
    const { store, ...context } = openContext();
    const [claim] = await seed({ store, ...context }, {});
    const names: readonly ClaimRef[] = [
      1,
      "1",
      " 1 ",
      "mm-ff61",
      " MM-FF61",
      claim?.uid ?? "",
      (claim?.uid ?? "").toUpperCase(),
    ];

    const found = await Promise.all(names.map((name) => resolveClaim(store, EVERYTHING, name)));

    expect(found.map((one) => one.id)).toEqual(names.map(() => 1));
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, true, false, null, undefined, {}, [1], "", "  "])(
    "never by %j",
    async (ref) => {
      const context = openContext();
      await seed(context, {});

      await expect(resolveClaim(context.store, EVERYTHING, ref as ClaimRef)).rejects.toMatchObject({
        code: "input.invalid",
        details: { field: "claim" },
      });
    },
  );

  test.each<[ClaimRef, string]>([
    [2, "2"],
    ["0", "0"],
    ["2", "2"],
    ["99999999999999999999", "100000000000000000000"],
    ["mm-0000", "mm-0000"],
    ["mm-0000~12", "mm-0000~12"],
    ["019b7c00-0000-7000-8000-000000000000", "019b7c00-0000-7000-8000-000000000000"],
  ])("%j, which does not exist, is not found", async (ref, shown) => {
    const context = openContext();
    await seed(context, {});

    await expect(resolveClaim(context.store, EVERYTHING, ref)).rejects.toMatchObject({
      code: "claim.not_found",
      details: { claim: shown },
    });
  });

  test("by what is no name without having it repeated", async () => {
    const error: unknown = await resolveClaim(openContext().store, EVERYTHING, "sk-hunter2").catch((e: unknown) => e);

    expect(error).toMatchObject({ code: "claim.not_found" });
    expect(String(error)).not.toContain("hunter2");
  });

  test("is ambiguous when two scopes have the human id, and says which claims", async () => {
    const context = openContext();
    await seed(context, {}, { scope: "global" });

    await expect(resolveClaim(context.store, EVERYTHING, "mm-ff61")).rejects.toMatchObject({
      code: "claim.ambiguous",
      details: { claim: "mm-ff61", ids: [1, 2] },
    });
  });

  test("is not ambiguous with a claim that the caller may not see", async () => {
    const context = openContext();
    await seed(context, {}, { visibility: "private", sourceAgent: "luis" });

    expect(await resolveClaim(context.store, { ...EVERYTHING, agent: "ana" }, "mm-ff61")).toMatchObject({ id: 1 });
    await expect(resolveClaim(context.store, { ...EVERYTHING, agent: "ana" }, 2)).rejects.toMatchObject({
      code: "claim.not_found",
    });
  });
});
