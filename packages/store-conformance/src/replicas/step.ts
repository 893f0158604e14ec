import { CLAIM_STATUSES, MemoryMasterError } from "@memorymaster/core";
import type { ClaimStatus, Memory, RedactionMode } from "@memorymaster/core";
import fc from "fast-check";
import type { World } from "../world.ts";

const ACTOR = { actor: "ana" };

interface Ingest {
  readonly text: string;
  readonly objectValue: string | undefined;
  readonly visibility: "public" | "private";
  readonly confidence: number;
  readonly hasKey: boolean;
  readonly citations: readonly { readonly source: string }[];
}

type Kind = "ingest" | "transition" | "pin" | "redact" | "confirm" | "link" | "undo";
type Act = (
  memory: Memory,
  names: { readonly claim: string; readonly other: string },
  value: never,
) => Promise<unknown>;

const ACTS: Readonly<Record<Kind, Act>> = {
  ingest: ({ claims }, _, { hasKey, ...claim }: Ingest) => {
    const idempotencyKey = hasKey ? `key of ${claim.text}` : undefined;
    return claims.ingest({ ...claim, idempotencyKey, subject: "ci", predicate: "is", sourceAgent: "ana" });
  },
  transition: ({ claims }, { claim, other }, to: ClaimStatus) =>
    claims.transition(claim, to, to === "superseded" ? { replacedBy: other } : {}),
  pin: ({ claims }, { claim }, on: boolean) => claims.pin(claim, on),
  redact: ({ claims }, { claim }, mode: RedactionMode) => claims.redact(claim, { mode, ...ACTOR }),
  confirm: ({ claims }, { claim }) => claims.confirm([claim], { ...ACTOR, supersede: true }),
  link: ({ links }, { claim, other }) => links.add(claim, other, "supports"),
  undo: async ({ events, governance }, { claim }) => {
    const { entries } = await events.history(claim, 1);
    return governance.undo(entries[0]?.event.id ?? 0, ACTOR);
  },
};

/** Something that is done on one of two sides to one or two of its claims, so many seconds after the last. */
export interface Step {
  readonly side: number;
  readonly act: readonly [kind: Kind, value?: unknown];
  readonly claim: number;
  readonly other: number;
  readonly seconds: number;
}

const INGEST: fc.Arbitrary<Ingest> = fc.record({
  text: fc.constantFrom("CI runs on Jenkins", "CI runs on Buildkite", "CI runs on Drone", "Ana owns billing"),
  objectValue: fc.constantFrom(undefined, "one", "two"),
  visibility: fc.constantFrom("public" as const, "public" as const, "private" as const),
  confidence: fc.constantFrom(0.3, 0.5, 0.9),
  hasKey: fc.constantFrom(false, false, true),
  citations: fc.subarray([{ source: "docs/a.md" }, { source: "docs/b.md", locator: "L3" }], { minLength: 1 }),
});

const ACT: fc.Arbitrary<Step["act"]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("ingest" as const), INGEST) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("transition" as const), fc.constantFrom(...CLAIM_STATUSES)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("pin" as const), fc.boolean()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("redact" as const), fc.constantFrom("redact", "erase")) },
  { weight: 4, arbitrary: fc.constantFrom(["confirm"] as const, ["undo"] as const, ["link"] as const) },
);

export const STEPS: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    side: fc.nat(1),
    act: ACT,
    claim: fc.nat(8),
    other: fc.nat(8),
    seconds: fc.constantFrom(0, 0, 1, 60),
  }),
  { maxLength: 20, size: "max" },
);

/** Does it; what a store refuses is left out. */
export async function takeSteps(sides: readonly [World, World], steps: readonly Step[]): Promise<void> {
  for (const { side, act, claim, other, seconds } of steps) {
    for (const { clock } of sides) clock.advance(seconds * 1000);
    const { store, memory } = side === 0 ? sides[0] : sides[1];
    const uids = (await store.dump.read("claims", undefined, 100)).map(({ uid }) => String(uid));
    const names = { claim: uids[claim % uids.length] ?? "", other: uids[other % uids.length] ?? "" };
    const [kind, value] = act;
    try {
      await ACTS[kind](memory(), names, value as never);
    } catch (error) {
      if (!(error instanceof MemoryMasterError)) throw error;
    }
  }
}
