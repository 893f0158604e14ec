import { cosineSimilarity, embeddingContentHash, embeddingSpec } from "@memorymaster/core";
import type { VectorPoint } from "@memorymaster/core";
import { cleanClaim } from "@memorymaster/core/testing";
import { expect, test } from "vitest";
import { tempStore } from "../support/temp-store.ts";
import { indexOf } from "./open-sqlite-index.ts";

const DIMS = 384;
const CLAIMS = 3_000;
const SPEC = embeddingSpec({ provider: "test", model: "one", revision: "", dims: DIMS });

/** Numbers of a bell curve, the same in every run. */
function createNormal(): () => number {
  let state = 11;
  const uniform = (): number => ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) + 0.5) / 2 ** 32;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** In clusters, and all to one side, as those of models are. */
function leaningVectors(count: number): readonly Float32Array[] {
  const normal = createNormal();
  const direction = (): Float32Array => Float32Array.from({ length: DIMS }, normal);
  const lean = direction();
  const centers = Array.from({ length: 60 }, direction);
  return Array.from({ length: count }, (_, at) =>
    direction().map((noise, index) => noise + (centers[at % 60]?.[index] ?? 0) + 2.5 * (lean[index] ?? 0)),
  );
}

test("of many vectors that lean to one side the nearest are found, in any scope", { timeout: 60_000 }, async () => {
  await using temp = await tempStore();
  const [index, storeId] = [indexOf(temp), await temp.store.vectors.storeId()];
  const vectors = leaningVectors(CLAIMS + 20);
  await index.ensure(SPEC);
  const claims = Array.from({ length: CLAIMS }, (_, at) =>
    cleanClaim({
      text: `The service number ${at} listens`,
      humanId: `mm-0000~${at + 2}`,
      scope: at % 7 < 4 ? "user" : "project:demo",
    }),
  );
  const stored = await temp.store.claims.insert(claims);
  const points = stored.map(({ uid: claimUid, scope, status, text }, at): VectorPoint => {
    const hash = embeddingContentHash({ text });
    return {
      storeId,
      tenantId: "local",
      claimUid,
      scope,
      status,
      hash,
      fp: SPEC.fp,
      vector: vectors[at] ?? new Float32Array(),
    };
  });
  for (let from = 0; from < CLAIMS; from += 500) await index.upsert(points.slice(from, from + 500));

  let found = 0;
  for (const vector of vectors.slice(CLAIMS)) {
    const exact = points
      .filter(({ scope }) => scope === "user")
      .map((point) => ({ uid: point.claimUid, score: cosineSimilarity(vector, point.vector) }));
    const best = exact
      .sort((one, other) => other.score - one.score)
      .slice(0, 10)
      .map(({ uid }) => uid);
    const filter = { storeId, tenantId: "local", scopes: ["user"] };
    const hits = await index.query({ vector, fp: SPEC.fp, limit: 10, filter });
    found += hits.filter(({ claimUid }) => best.includes(String(claimUid))).length;
  }

  expect(found / 200).toBeGreaterThanOrEqual(0.98);
});
