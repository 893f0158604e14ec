import { embeddingSpec } from "@memorymaster/core";
import { expect, test } from "vitest";
import { tempStore } from "../support/temp-store.ts";
import { indexOf } from "./open-sqlite-index.ts";

const SPEC = embeddingSpec({ provider: "test", model: "one", revision: "", dims: 8 });
const CLAIMS = 30_000;

/** Vectors of claims that nobody has any more: what is looked at is how they are read. */
const FILL = `with recursive n (id) as (select 1 union all select id + 1 from n where id < ?)
  insert into claim_vectors_${SPEC.fp} (claim_id, tenant_id, scope, status, hash, code, embedding, change_no)
  select id, 'local', 'user', 'confirmed', 'h', x'01000000', x'${"0000803f".repeat(SPEC.dims)}', id from n`;

test("a caller who gives up while many codes are read for the first time need not wait for them", async () => {
  await using temp = await tempStore();
  const [index, storeId] = [indexOf(temp), await temp.store.vectors.storeId()];
  await index.ensure(SPEC);
  const vector = new Float32Array(SPEC.dims).fill(1);
  const query = { vector, fp: SPEC.fp, limit: 5, filter: { storeId, tenantId: "local" } };
  expect(await index.query(query)).toEqual([]);
  temp.sql(FILL, CLAIMS);
  const caller = new AbortController();

  setTimeout(() => caller.abort(), 0);
  const asked = index.query(query, { signal: caller.signal });

  await expect(asked).rejects.toMatchObject({ details: { reason: "index_timeout" } });
  expect(await index.query(query)).toEqual([]);
});
