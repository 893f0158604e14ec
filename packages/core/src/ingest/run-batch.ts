import { invalidField } from "../claims/check-text.ts";
import { deriveCitation } from "../claims/citation-derivation.ts";
import { timestampOf } from "../claims/time.ts";
import { MemoryMasterError } from "../errors/errors.ts";
import { fromUnknown } from "../errors/from-unknown.ts";
import type { MemoryContext } from "../memory-types.ts";
import { checkClaimInput } from "./check-claim-input.ts";
import { isOfProject, prepareClaim } from "./prepare-claim.ts";
import type { CheckedItem, PrepareContext } from "./prepare-claim.ts";
import type { PreparedClaim } from "./prepared-claim.ts";
import { readEvidence } from "./read-evidence.ts";
import { recordRejections } from "./record-rejections.ts";
import type { ClaimInput, IngestOptions } from "./types.ts";
import { writeBatch } from "./write-batch.ts";
import type { ItemResult } from "./write-batch.ts";

type OrRefused<Item> = Item | MemoryMasterError;

/** Runs a step that may refuse its item: a refusal is a value here, so that it never touches the other items. */
function attempt<Item>(step: () => Item): OrRefused<Item> {
  try {
    return step();
  } catch (error) {
    return fromUnknown(error);
  }
}

const isAccepted = <Item>(item: OrRefused<Item>): item is Item => !(item instanceof MemoryMasterError);

function checkItem(input: ClaimInput, { evidence }: MemoryContext): CheckedItem {
  const given = checkClaimInput(input);
  const toRelative = (path: string): string | undefined => evidence?.relativePath(path);
  return { given, citations: given.citations.map((citation) => deriveCitation(citation, toRelative)) };
}

function prepareItems(
  items: readonly OrRefused<CheckedItem>[],
  shared: PrepareContext,
): readonly OrRefused<PreparedClaim>[] {
  return items.map((item) => (isAccepted(item) ? attempt(() => prepareClaim(item, shared)) : item));
}

/** Puts the results of the accepted items back between the refused ones. */
function merged(
  prepared: readonly OrRefused<PreparedClaim>[],
  written: readonly (ItemResult | undefined)[],
): readonly ItemResult[] {
  let place = 0;
  return prepared.map((item) => {
    if (!isAccepted(item)) return item;
    const result = written[place];
    place += 1;
    return result ?? fromUnknown(undefined);
  });
}

/** Writes in one transaction; only in there is it certain which scope the project has. */
async function write(items: readonly OrRefused<CheckedItem>[], shared: PrepareContext): Promise<readonly ItemResult[]> {
  const { context, projectScope, now } = shared;
  const expected = prepareItems(items, shared);
  if (!expected.some(isAccepted)) return merged(expected, []);
  return context.store.transaction(async () => {
    const actual = projectScope === undefined ? undefined : await context.projectScope.forWrite();
    const prepared = actual === projectScope ? expected : prepareItems(items, { ...shared, projectScope: actual });
    return merged(prepared, await writeBatch(context, prepared.filter(isAccepted), now));
  });
}

/**
 * What to do with secrets. A word that is none of the two must not end up as the laxer one.
 *
 * @throws InvalidInputError `input.invalid`
 */
export function onSecretOf({ onSecret = "reject" }: IngestOptions): "reject" | "redact" {
  const known = (["reject", "redact"] as const).find((word) => word === onSecret);
  if (known === undefined) throw invalidField("input.invalid", "on_secret", "is neither reject nor redact");
  return known;
}

/**
 * Takes claims in through all rules of ingest: what needs no look at the store first, for all of them, then one
 * transaction. The only way in, for one claim as for many.
 *
 * @returns one result for each input in their order, committed
 * @throws StoreError when the transaction failed: nothing of it is stored
 */
export async function runBatch(
  context: MemoryContext,
  inputs: readonly ClaimInput[],
  options: IngestOptions,
): Promise<readonly ItemResult[]> {
  const nowMs = context.clock.nowMs();
  const items = inputs.map((input) => attempt(() => checkItem(input, context)));
  const accepted = items.filter(isAccepted);
  const ofProject = accepted.some(({ given }) => isOfProject(given));
  const shared: PrepareContext = {
    context,
    onSecret: onSecretOf(options),
    nowMs,
    now: timestampOf(nowMs),
    projectScope: ofProject ? await context.projectScope.forRead() : undefined,
    files: await readEvidence(context.evidence, accepted),
    scopes: new Map(),
  };
  const results = await write(items, shared);
  await recordRejections(context, results, shared.now);
  return results;
}
