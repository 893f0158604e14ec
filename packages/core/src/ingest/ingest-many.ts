import { authorize } from "../access/authority.ts";
import { ConfigError, ForbiddenError, MemoryMasterError, StoreError } from "../errors/errors.ts";
import { fromUnknown } from "../errors/from-unknown.ts";
import type { MemoryContext } from "../memory-types.ts";
import { onSecretOf, runBatch } from "./run-batch.ts";
import type { BulkItem, BulkRow, ClaimInput, IngestManyOptions, IngestManyResult } from "./types.ts";
import type { ItemResult } from "./write-batch.ts";

/** Claims of one transaction: it holds the write lock for a few milliseconds only. */
const BATCH_SIZE = 200;

function bulkRow(line: number, result: ItemResult): BulkRow {
  if (result instanceof MemoryMasterError) return { line, error: result };
  const { claim, deduplicated, warnings, redactions, proposalEventId } = result;
  return { line, claimId: claim.id, deduplicated, warnings, redactions, proposalEventId };
}

/** A database that is full, locked or gone refuses every further claim too, and so does a wrong setup. */
function endsTheRun(failure: MemoryMasterError): boolean {
  if (failure instanceof StoreError) return failure.code !== "store.constraint";
  return failure instanceof ConfigError || failure instanceof ForbiddenError;
}

/** What stands against the items behind a failure: of those whose commit got lost alone nobody knows whether they are stored. */
function failureBehind(failure: MemoryMasterError): MemoryMasterError {
  if (failure.code !== "store.commit_unknown") return failure;
  const message = "Not tried, since the connection to the database was lost before";
  return new StoreError("store.unavailable", message, { retryable: true, cause: failure });
}

/** The inputs of one batch in one transaction; when a single one makes it fail, each in its own. */
async function storeInputs(
  context: MemoryContext,
  inputs: readonly ClaimInput[],
  options: IngestManyOptions,
): Promise<readonly ItemResult[]> {
  try {
    return await runBatch(context, inputs, options);
  } catch (error) {
    const failure = fromUnknown(error);
    if (endsTheRun(failure)) throw failure;
    return inputs.length === 1 ? [failure] : storeOneByOne(context, inputs, options);
  }
}

/** What has been committed is reported also when a later one meets a failure that ends the run. */
async function storeOneByOne(
  context: MemoryContext,
  inputs: readonly ClaimInput[],
  options: IngestManyOptions,
): Promise<readonly ItemResult[]> {
  const results: ItemResult[] = [];
  let failure: MemoryMasterError | undefined;
  for (const input of inputs) {
    const outcome = failure ?? (await storeInputs(context, [input], options).catch(fromUnknown));
    if (outcome instanceof MemoryMasterError) failure = failureBehind(outcome);
    results.push(...(outcome instanceof MemoryMasterError ? [outcome] : outcome));
  }
  return results;
}

async function storeItems(
  context: MemoryContext,
  items: readonly BulkItem[],
  options: IngestManyOptions,
): Promise<readonly BulkRow[]> {
  const inputs = items.flatMap((item) => ("input" in item ? [item.input] : []));
  const results = inputs.length === 0 ? [] : await storeInputs(context, inputs, options);
  let place = 0;
  return items.map((item) => {
    if ("error" in item) return { line: item.line, error: item.error };
    const result = results[place];
    place += 1;
    return bulkRow(item.line, result ?? fromUnknown(undefined));
  });
}

type StoredRow = Extract<BulkRow, { readonly claimId: number }>;

const isStored = (row: BulkRow): row is StoredRow => "claimId" in row;

function reportOf(rows: readonly BulkRow[]): IngestManyResult {
  const stored = rows.filter(isStored);
  const deduplicated = stored.filter((row) => row.deduplicated).length;
  return {
    total: rows.length,
    ingested: stored.length - deduplicated,
    deduplicated,
    rejected: rows.length - stored.length,
    rows,
  };
}

/** Batches of items as they come. */
async function* batchesOf(items: Iterable<BulkItem> | AsyncIterable<BulkItem>): AsyncGenerator<readonly BulkItem[]> {
  let batch: BulkItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Stores many claims with the rules of `ingestClaim`, in transactions of up to 200; the outcome is that of taking them
 * one by one. A refused one leaves the others alone.
 *
 * When the database itself fails after some batches have been committed, these are reported as stored and all further
 * items as refused with its error, without another try.
 *
 * @throws StoreError when the database fails before anything was committed; ConfigError likewise
 * @throws ForbiddenError `access.denied`
 */
export async function ingestMany(
  context: MemoryContext,
  items: Iterable<BulkItem> | AsyncIterable<BulkItem>,
  options: IngestManyOptions = {},
): Promise<IngestManyResult> {
  authorize(context.authority, "ingest");
  onSecretOf(options);
  const rows: BulkRow[] = [];
  const isStopped = (): boolean => options.signal?.aborted === true;
  let failure: MemoryMasterError | undefined;
  if (isStopped()) return reportOf(rows);
  for await (const batch of batchesOf(items)) {
    if (isStopped()) break;
    const outcome = failure ?? (await storeItems(context, batch, options).catch(fromUnknown));
    if (outcome instanceof MemoryMasterError) {
      if (rows.length === 0) throw outcome;
      failure = failureBehind(outcome);
      rows.push(...refusedRows(batch, outcome));
    } else {
      rows.push(...outcome);
      options.onProgress?.(rows.length);
    }
    if (isStopped()) break;
  }
  return reportOf(rows);
}

function refusedRows(batch: readonly BulkItem[], failure: MemoryMasterError): readonly BulkRow[] {
  return batch.map((item) => ({ line: item.line, error: "error" in item ? item.error : failure }));
}
