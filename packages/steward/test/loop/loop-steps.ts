import type { Claim, ClaimInput, JsonObject } from "@memorymaster/core";

import { runSteward } from "../../src/loop/run-steward.ts";
import type { StewardHost } from "../../src/loop/run-steward.ts";
import type { StewardOptions } from "../../src/loop/options.ts";
import { fakeWorkspace } from "../probes/fake-workspace.ts";
import type { FakeWorkspace } from "../probes/fake-workspace.ts";
import { stewardWorld } from "../support/steward-world.ts";
import type { StewardWorld, StoreKind } from "../support/steward-world.ts";

export interface LoopWorld extends StewardWorld {
  readonly workspace: FakeWorkspace;
  readonly host: StewardHost;
  /** What was written, by path. */
  readonly artifacts: Map<string, string>;
  confirmed(input: Partial<ClaimInput> & { readonly text: string }): Promise<Claim>;
  run(options?: StewardOptions): Promise<JsonObject>;
}

export interface CycleRow extends JsonObject {
  readonly trigger: string;
  readonly decisions: readonly DecisionRow[];
  readonly budget: JsonObject;
}

export interface DecisionRow extends JsonObject {
  readonly claim_id: number;
  readonly decision: string;
  readonly applied: boolean;
  readonly apply_error: string | null;
  readonly reasons: readonly { readonly code: string }[];
}

export const cyclesOf = (report: JsonObject): readonly CycleRow[] => report["cycles"] as readonly CycleRow[];

/** The decisions of the last cycle. */
export const decisionsOf = (report: JsonObject): readonly DecisionRow[] => cyclesOf(report).at(-1)?.decisions ?? [];

export const budgetOf = (report: JsonObject): JsonObject => cyclesOf(report).at(-1)?.budget ?? {};

/** A memory with a workspace that holds `docs/shop.md` alone, and what a run needs beside it. */
export async function loopWorld(
  kind: StoreKind = "model",
  parts: Parameters<typeof stewardWorld>[1] = {},
): Promise<LoopWorld> {
  const workspace = fakeWorkspace({ "docs/shop.md": "The shop opens at nine." });
  const world = await stewardWorld(kind, { workspace, ...parts });
  const artifacts = new Map<string, string>();
  const host: StewardHost = {
    sleep: async () => undefined,
    writeArtifact: async (path, text) => void artifacts.set(path, text),
  };
  return {
    ...world,
    workspace,
    host,
    artifacts,
    confirmed: async (input) => {
      const { id } = await world.ingest(input);
      return world.memory.claims.transition(id, "confirmed");
    },
    run: async (options) => runSteward(world.context, host, options),
  };
}

/** A claim whose cited file is not there: the loop finds it stale. */
export const LOST: Pick<ClaimInput, "text" | "citations"> = {
  text: "The shop runs on four workers",
  citations: [{ source: "docs/gone.md", locator: "L3" }],
};
