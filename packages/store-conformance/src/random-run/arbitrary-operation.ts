import type { ClaimInput } from "@memorymaster/core";
import fc from "fast-check";
import { ACTORS } from "./operation.ts";
import type { Operation } from "./operation.ts";

/** An operation and the index of who carries it out. */
export interface Step {
  readonly operation: Operation;
  readonly actor: number;
}

/** Few facts, so that claims meet each other: duplicates, near twins, conflicts of a tuple, corrections. */
const ci = { subject: "ci", predicate: "runs on" };
const FACTS: readonly ClaimInput[] = [
  { ...ci, text: "CI runs on Jenkins", objectValue: "Jenkins" },
  { ...ci, text: "CI runs on Buildkite", objectValue: "Buildkite" },
  { text: "Correction: CI runs on Buildkite" },
  { text: "Release freeze starts on 15 October" },
  { text: "Release freeze starts on 16 October" },
  { text: "release freeze starts on 15 october." },
  { text: `The deploy key is ghp_${"a1B2".repeat(9)} on staging` },
];
const DAYS = ["2025-12-01", "2026-01-01T12:00:00Z", "2026-01-05", "2027-01-01"];

const claim = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4, max: 7 }) },
);
const optional = <Of>(...values: readonly Of[]): fc.Arbitrary<Of | undefined> => fc.constantFrom(undefined, ...values);
const rarely = <Of>(arbitrary: fc.Arbitrary<Of>): fc.Arbitrary<Of | undefined> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const more: fc.Arbitrary<Partial<ClaimInput>> = fc.record({
  scope: rarely(fc.constant("user")),
  idempotencyKey: rarely(fc.constantFrom("one", "two")),
  validFrom: rarely(fc.constantFrom(...DAYS)),
  validUntil: rarely(fc.constantFrom(...DAYS)),
  sourceAgent: optional("ana"),
  visibility: rarely(fc.constantFrom("public" as const, "private")),
  confidence: optional(0, 0.25, 1),
  supersedes: rarely(claim),
  citations: optional([{ source: "docs/ops.md", locator: "L12", excerpt: "as it stands" }], [{ source: "chat 7" }]),
});
const input: fc.Arbitrary<ClaimInput> = fc
  .tuple(fc.constantFrom(...FACTS), more)
  .map(([fact, given]) => ({ ...fact, ...given }));

const kind = <Kind extends Operation["kind"]>(name: Kind): fc.Arbitrary<Kind> => fc.constant(name);
const linkType = fc.constantFrom("supports" as const, "blocks" as const);
const status = fc.constantFrom("candidate" as const, "confirmed", "stale", "superseded", "conflicted", "archived");
const ingest: fc.Arbitrary<Operation> = fc.record({
  kind: kind("ingest"),
  input,
  onSecret: fc.constantFrom("reject" as const, "redact"),
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: ingest },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind("ingestMany"), inputs: fc.array(input, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind("transition"), claim, to: status }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("transition"),
      claim,
      to: fc.constant("superseded" as const),
      replacedBy: claim,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("confirm"),
      claims: fc.array(claim, { minLength: 1, maxLength: 2 }),
      supersede: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind("archive"), claims: fc.tuple(claim), dryRun: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind("pin"), claim, on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("link"), from: claim, to: claim, linkType }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("unlink"), from: claim, to: claim, linkType }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind("resolve"),
      by: fc.constantFrom("place" as const, "place", "place", "claim"),
      number: fc.integer({ min: 1, max: 2 }),
      action: fc.constantFrom("approve" as const, "reject"),
      apply: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind("undo"), back: fc.integer({ min: 1, max: 3 }), dryRun: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind("redact"),
      claim,
      request: fc.record({
        mode: fc.constantFrom("redact" as const, "erase"),
        claim: fc.boolean(),
        citations: fc.boolean(),
        reason: optional("asked for"),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("recomputeTiers") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind("query"),
      text: fc.constantFrom("where does ci run", "freeze october", "staging port deploy key"),
      trust: fc.constantFrom("all" as const, "confirmed"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("pages"), limit: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("wait"), days: fc.constantFrom(1, 8, 100) }) },
);

const steps = (operations: fc.Arbitrary<Operation>, minLength: number, maxLength: number): fc.Arbitrary<Step[]> => {
  const others = fc.integer({ min: 1, max: ACTORS.length - 1 });
  const actor = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: others });
  const step = fc.record({ operation: operations, actor });
  return fc.array(step, { minLength, maxLength, size: "max" });
};

/** A few claims, then anything. */
export const runs: fc.Arbitrary<readonly Step[]> = fc
  .tuple(steps(ingest, 3, 5), steps(operation, 1, 20))
  .map(([first, then]) => [...first, ...then]);
