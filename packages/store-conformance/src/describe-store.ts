import { createMemoryStore } from "@memorymaster/core/testing";
import { describe, expect, test } from "vitest";
import { AREAS } from "./all-areas.ts";
import { coverageProblems } from "./coverage.ts";
import { methodsOf } from "./record-calls.ts";
import type { Area } from "./requirement.ts";
import { openWorld } from "./world.ts";
import type { OpenedStore, Stores } from "./world.ts";

export interface StoreSuite<Opened extends OpenedStore> extends Stores<Opened> {
  /** Shown in the title of every test. */
  readonly name: string;
  /**
   * Requirements that the store does not meet yet, with the reason. Their tests are expected to fail, so that an entry
   * has to go when its gap is closed.
   */
  readonly knownGaps?: Readonly<Record<string, string>> | undefined;
}

/** Ample: what a test waits for is the processor alone. */
const TIMEOUT_MS = 120_000;

type Opener<Opened extends OpenedStore> = StoreSuite<Opened> & { readonly called: Set<string> };

function describeArea<Opened extends OpenedStore>(area: Area, suite: Opener<Opened>): void {
  describe(area.name, () => {
    for (const [id, [, behaviour]] of Object.entries(area.requirements)) {
      const gap = suite.knownGaps?.[id];
      const run = gap === undefined ? test : test.fails;
      run(
        `${id}: ${behaviour}${gap === undefined ? "" : ` (known gap: ${gap})`}`,
        async () => {
          await using world = await openWorld(suite, suite.called);
          await area.tests[id]?.(world);
        },
        TIMEOUT_MS,
      );
    }
  });
}

/** Methods of the ports that every store has; a capability that only some have is no part of the model. */
async function commonMethods<Opened extends OpenedStore>(suite: StoreSuite<Opened>): Promise<readonly string[]> {
  await using world = await openWorld(suite);
  const ports = new Set(Object.keys(createMemoryStore()));
  return methodsOf(world.store).filter((method) => ports.has(method.split(".", 1)[0] ?? ""));
}

/**
 * Puts a store through every requirement. Each test opens a store of its own. An area cannot be left out; what a store
 * does not do yet is named in `knownGaps`.
 */
export function describeStore<Opened extends OpenedStore>(suite: StoreSuite<Opened>): void {
  const opener: Opener<Opened> = { ...suite, called: new Set() };
  describe(`store ${suite.name}`, () => {
    for (const area of AREAS) describeArea(area, opener);

    test("has a test for each requirement, and gaps of known requirements only", () => {
      expect(coverageProblems(AREAS, Object.keys(suite.knownGaps ?? {}))).toEqual([]);
    });

    test("has the methods of the model and shows what each of them does", async () => {
      const methods = await commonMethods(suite);

      expect(methods).toEqual(methodsOf(createMemoryStore()));
      expect(methods.filter((method) => !opener.called.has(method))).toEqual([]);
    });
  });
}
