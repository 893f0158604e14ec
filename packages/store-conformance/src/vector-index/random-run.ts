import { createMemoryVectorIndex } from "@memorymaster/core";
import type { PointPolicy, VectorIndex } from "@memorymaster/core";
import fc from "fast-check";
import { expect } from "vitest";
import { benchOf, SPEC, TENANT, toldOf, uidOf, vectorOf } from "./bench.ts";
import type { IndexBench, OpenIndex } from "./bench.ts";

const CLAIMS = 6;
const RUNS = 15;

const number = fc.nat(CLAIMS - 1);
const scope = fc.constantFrom("user", "project:demo");
const status = fc.constantFrom("candidate" as const, "confirmed" as const, "stale" as const, "conflicted" as const);

const STEP = fc.oneof(
  fc.record({ kind: fc.constant("upsert" as const), number, vector: fc.nat(40) }),
  fc.record({ kind: fc.constant("policy" as const), number, scope, status }),
  fc.record({ kind: fc.constant("delete" as const), number }),
  fc.record({ kind: fc.constant("ask" as const), vector: fc.nat(40), scopes: fc.subarray(["user", "project:demo"]) }),
);
type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

interface Sides {
  readonly bench: IndexBench;
  readonly model: VectorIndex;
  /** Of each claim, by number. */
  readonly policies: PointPolicy[];
  readonly hashes: readonly string[];
}

async function stateOf(index: VectorIndex, storeId: string): Promise<unknown> {
  const { points } = await index.scan({ filter: { storeId }, limit: 100 });
  return points.map(toldOf).sort((one, other) => (one.claimUid < other.claimUid ? -1 : 1));
}

async function answers(index: VectorIndex, storeId: string, step: Extract<Step, { kind: "ask" }>): Promise<unknown> {
  const filter = { storeId, tenantId: TENANT, scopes: step.scopes };
  const hits = await index.query({ vector: vectorOf(step.vector), fp: SPEC.fp, limit: CLAIMS, filter });
  const told = hits.map(
    ({ score, ...hit }) => [String(hit.claimUid), Number(score).toFixed(2), hit.hash, hit.fp] as const,
  );
  return told.sort(([one], [other]) => (one < other ? -1 : 1));
}

async function take({ bench, model, policies, hashes }: Sides, step: Step): Promise<readonly [unknown, unknown]> {
  if (step.kind === "ask") {
    return [await answers(bench.index, bench.storeId, step), await answers(model, bench.storeId, step)];
  }
  const policy = policies[step.number];
  if (policy === undefined) throw new TypeError("no such claim");
  if (step.kind === "delete") return [await bench.index.delete([policy]), await model.delete([policy])];
  if (step.kind === "upsert") {
    const point = { ...policy, hash: hashes[step.number] ?? "", fp: SPEC.fp, vector: vectorOf(step.vector) };
    return [await bench.index.upsert([point]), await model.upsert([point])];
  }
  const changed = { ...policy, scope: step.scope, status: step.status };
  policies[step.number] = changed;
  return [await bench.setPolicy(changed), await model.setPolicy([changed])];
}

async function openSides(bench: IndexBench): Promise<Sides> {
  const model = createMemoryVectorIndex();
  await model.ensure(SPEC);
  const policies: PointPolicy[] = [];
  const hashes: string[] = [];
  for (let at = 0; at < CLAIMS; at += 1) {
    const { hash, storeId, scope: of, status: is } = await bench.point(at);
    policies.push({ storeId, tenantId: TENANT, claimUid: uidOf(at), scope: of, status: is });
    hashes.push(hash);
  }
  return { bench, model, policies, hashes };
}

/** Whatever is written, changed and deleted, the index holds and answers what the exact one in memory does. */
export async function compareWithModel(open: OpenIndex): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 30 }), async (steps) => {
      await using opened = await open();
      await opened.index.ensure(SPEC);
      const sides = await openSides(benchOf(opened));
      for (const step of steps) {
        const [ours, models] = await take(sides, step);
        expect([step, ours]).toEqual([step, models]);
      }
      const states = [await stateOf(opened.index, opened.storeId), await stateOf(sides.model, opened.storeId)];
      expect(states[0]).toEqual(states[1]);
    }),
    { numRuns: RUNS },
  );
}
