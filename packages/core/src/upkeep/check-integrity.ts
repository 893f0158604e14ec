import { requireOperator } from "../access/require-operator.ts";
import { timestampOf } from "../claims/time.ts";
import { StoreError } from "../errors/errors.ts";
import { recordEvents } from "../events/record-events.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { FileCheck } from "../ports/database-files.ts";
import type { IndexDrift } from "../ports/upkeep-store.ts";
import { checkRecord } from "./check-record.ts";
import type { RecordCheck } from "./check-record.ts";
import { INTEGRITY_PARTS } from "./types.ts";
import type { CheckOptions, IntegrityPart, IntegrityReport } from "./types.ts";
import { issuesToWire } from "./wire.ts";

const FINDING_LENGTH = 500;

type Failures = { readonly part: IntegrityPart; readonly message: string }[];

/** One part that cannot be looked at must not hide the others. */
async function attempt<T>(part: IntegrityPart, failures: Failures, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    failures.push({ part, message: error.message });
    return undefined;
  }
}

/** A damaged file may refuse the event, and a full disk the mark: what can be written is. */
async function freeze({ store, clock }: MemoryContext, found: string): Promise<void> {
  const steps = [
    () => store.files?.freeze(),
    () =>
      recordEvents(store, [
        {
          eventType: "system",
          details: "integrity_check_failed",
          payload: { quick_check: found.slice(0, FINDING_LENGTH) },
          createdAt: timestampOf(clock.nowMs()),
        },
      ]),
  ];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }
}

/** Checks the file, and freezes promotions when it is damaged. */
export async function checkFile(context: MemoryContext): Promise<FileCheck | undefined> {
  const { store } = context;
  const found = await store.files?.check();
  if (found !== undefined && found.quickCheck !== "ok" && !store.readOnly) await freeze(context, found.quickCheck);
  return found;
}

/** A rollback that comes between two reads makes nonsense of both: then all is read once more. */
async function checkSettledRecord({ store, clock }: MemoryContext): Promise<RecordCheck> {
  const before = await store.files?.lastRestore();
  const found = await checkRecord(store);
  if ((await store.files?.lastRestore())?.mark !== before?.mark) return checkRecord(store);
  const { valid, events, headId, head } = found.chain;
  if (valid && headId !== undefined && head !== undefined && !store.readOnly) {
    const recordedAt = timestampOf(clock.nowMs());
    await store.upkeep.recordAnchor({ name: "latest", eventCount: events, headId, headHash: head, recordedAt });
  }
  return found;
}

/** Whether the text index is what the claims say. */
export function isIndexSound({ structure, missing, leftover, changed, countsMatch }: IndexDrift): boolean {
  return structure === undefined && countsMatch && [missing, leftover, changed].every((ids) => ids.length === 0);
}

type Found = Pick<IntegrityReport, "file" | "index" | "chain" | "reconcile">;

function isSound({ file, index, chain, reconcile }: Found): boolean {
  const issues = reconcile === undefined ? [] : Object.values(issuesToWire(reconcile));
  const parts = [
    file === undefined || (file.quickCheck === "ok" && Object.keys(file.foreignKeys ?? {}).length === 0),
    index === undefined || isIndexSound(index),
    chain?.valid !== false,
    issues.every((found) => found.length === 0),
  ];
  return parts.every(Boolean);
}

function wantedParts({ parts = INTEGRITY_PARTS }: CheckOptions, readOnly: boolean): readonly IntegrityPart[] {
  return readOnly && parts.length > 0 ? ["file"] : parts;
}

/**
 * Looks whether the database is whole: the file, the text index, the chain of events, and whether the rows agree with
 * each other and with the events. Others may write meanwhile. A damaged file freezes promotions until a person removes
 * the mark; a sound chain is noted, so that a cut of it shows later. Of a store that is open for reading alone only the
 * file is checked, more closely.
 *
 * @throws ForbiddenError `access.denied`
 */
export async function checkIntegrity(context: MemoryContext, options: CheckOptions = {}): Promise<IntegrityReport> {
  requireOperator(context.authority, "configure");
  const { store, clock } = context;
  const wanted = wantedParts(options, store.readOnly);
  const failures: Failures = [];
  const run = async <T>(part: IntegrityPart, work: () => Promise<T>): Promise<T | undefined> =>
    wanted.includes(part) ? attempt(part, failures, work) : undefined;
  const file = await run("file", () => checkFile(context));
  const index = await run("index", () => store.upkeep.checkIndex(options.full === true));
  const record = await run("record", () => checkSettledRecord(context));
  const found: Found = { file, index, chain: record?.chain, reconcile: record?.reconcile };
  return {
    ...found,
    checkedAt: timestampOf(clock.nowMs()),
    ok: failures.length === 0 && isSound(found),
    readOnly: store.readOnly,
    promotionsFrozen: store.files?.isFrozen() ?? false,
    failures,
  };
}
