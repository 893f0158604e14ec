import {
  CLAIM_STATUSES,
  createMemory,
  LINK_TYPE_NAMES,
  LOCAL_OPERATOR,
  MemoryMasterError,
  VISIBILITIES,
} from "@memorymaster/core";
import type { Memory, Store } from "@memorymaster/core";
import { createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import fc from "fast-check";

const WORDS = [
  "API",
  "naïve",
  "日本語",
  "🦀",
  "l'été",
  '"quoted"',
  "back\\slash",
  "%_",
  "\u2028",
  "Straße",
  "15",
  "never",
];
const actor = { actor: "ana" };

type Act = (memory: Memory, claim: number, other: number) => Promise<unknown>;

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }).map((list) => list.join(" "));

const ingest: fc.Arbitrary<Act> = fc
  .record({
    text: words,
    objectValue: fc.option(words, { nil: undefined }),
    visibility: fc.constantFrom("public", "public", "public", "public", ...VISIBILITIES),
    scope: fc.constantFrom("project:demo", "project:demo", "project:größe"),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    supersedes: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .map(
    (input) => async (memory) => memory.claims.ingest({ ...input, subject: "ci", predicate: "is", sourceAgent: "ana" }),
  );

const ACTS: readonly fc.Arbitrary<Act>[] = [
  fc.constantFrom(...CLAIM_STATUSES).map((to) => (memory, claim, other) => {
    return memory.claims.transition(claim, to, { replacedBy: to === "superseded" ? other : undefined });
  }),
  fc.constantFrom(...LINK_TYPE_NAMES).map((type) => (memory, claim, other) => memory.links.add(claim, other, type)),
  fc.boolean().map((on) => (memory, claim) => memory.claims.pin(claim, on)),
  fc.constantFrom("redact" as const, "erase" as const).map((mode) => (memory, claim) => {
    return memory.claims.redact(claim, { mode, ...actor });
  }),
  fc.constant<Act>((memory, claim) => memory.claims.confirm([claim], { ...actor, supersede: true })),
  fc.constant<Act>((memory, claim) => memory.claims.archive([claim], actor)),
  fc.constant<Act>((memory, claim, other) => memory.governance.undo(claim + other, actor)),
];

const id = fc.integer({ min: 1, max: 5 });

export const USES: fc.Arbitrary<readonly (readonly [Act, number, number, boolean])[]> = fc.array(
  fc.tuple(fc.oneof({ weight: 4, arbitrary: ingest }, ...ACTS), id, id, fc.constantFrom(false, false, false, true)),
  { minLength: 15, maxLength: 40, size: "max" },
);

/** Uses a store as its people would; what it refuses is left out. */
export async function use(store: Store, uses: readonly (readonly [Act, number, number, boolean])[]): Promise<void> {
  const parts = { store, ids: createCountingIds(), clock: createFixedClock() };
  const ofTenant = createMemory({ ...parts, authority: { ...LOCAL_OPERATOR, tenantId: "ñandú" } });
  const memory = createMemory(parts);
  for (const [act, claim, other, isTenant] of uses) {
    try {
      await act(isTenant ? ofTenant : memory, claim, other);
    } catch (error) {
      if (!(error instanceof MemoryMasterError)) throw error;
    }
  }
}
