import { EXPORT_SCHEMA } from "@memorymaster/core";
import type { ClaimInput, DumpReader, DumpRow, DumpTable, Memory, MergeOptions, MergeResult } from "@memorymaster/core";
import { expect } from "vitest";
import type { World } from "../world.ts";

export const ANA: { readonly actor: string } = { actor: "ana" };
export const REPLICA: MergeOptions = { keepStatus: true };
const CI = { subject: "ci", predicate: "runs on" };
export const JENKINS: ClaimInput = { ...CI, text: "CI runs on Jenkins", objectValue: "Jenkins" };
export const BUILDKITE: ClaimInput = { ...CI, text: "CI runs on Buildkite", objectValue: "Buildkite" };

/** A second store, one minute ahead, whose uids are not those of the first. */
export async function elsewhere(world: World): Promise<World> {
  const other = await world.another();
  other.clock.advance(60_000);
  return other;
}

type Change = (table: DumpTable, row: DumpRow) => DumpRow;

/** Merges one store into another; its rows may come changed, as a stranger might have them. */
export async function merge(
  from: World,
  to: World,
  { change, ...options }: MergeOptions & { readonly change?: Change } = {},
): Promise<MergeResult> {
  const reader = await from.store.dump.snapshot();
  const changed = (table: DumpTable, rows: readonly DumpRow[]): readonly DumpRow[] =>
    change === undefined ? rows : rows.map((row) => change(table, row));
  const read: DumpReader["read"] = async (table, after, limit) =>
    changed(table, await reader.read(table, after, limit));
  const ofClaims: DumpReader["ofClaims"] = async (table, ids) => changed(table, await reader.ofClaims(table, ids));
  const source = { reader: { ...reader, read, ofClaims }, schemaVersion: EXPORT_SCHEMA };
  return to
    .memory()
    .transfer.merge(source, options)
    .finally(() => reader.close());
}

/** Merged, updated, skipped, errors. */
export const counts = ({ merged, updated, skipped, errors }: MergeResult): readonly number[] => [
  merged,
  updated,
  skipped,
  errors,
];

export const rowsOf = ({ store }: World, table: DumpTable): Promise<readonly DumpRow[]> =>
  store.dump.read(table, undefined, 1_000);

/** State, pin and both pointers of each claim, by text. */
export async function standing(world: World): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const claims = await rowsOf(world, "claims");
  const textOf = (id: unknown): unknown => claims.find((row) => row["id"] === id)?.["text"];
  return Object.fromEntries(
    claims.map((row) => [
      String(row["text"]),
      [row["status"], row["pinned"], textOf(row["supersedes_claim_id"]), textOf(row["replaced_by_claim_id"])],
    ]),
  );
}

export async function ingestConfirmed({ claims }: Memory, input: ClaimInput): Promise<number> {
  const { claim } = await claims.ingest(input);
  await claims.transition(claim.id, "confirmed");
  return claim.id;
}

/** Nothing is wrong with events, rows and proposals. */
export async function expectSound({ memory }: World): Promise<void> {
  const { chain, reconcile } = await memory().upkeep.check({ parts: ["record"] });
  expect([chain?.issues, reconcile?.transitions, reconcile?.openProposals]).toEqual([[], [], []]);
  const rows: Readonly<Record<string, readonly number[]>> = { ...reconcile?.rows };
  const found = Object.entries(rows).filter(([, ids]) => ids.length > 0);
  // Until its other end has come, a retired claim stands alone.
  expect(found.filter(([kind]) => kind !== "supersededWithoutReplacement")).toEqual([]);
}

export async function exported({ transfer }: Memory): Promise<string> {
  let text = "";
  for await (const line of transfer.exportLines()) text += line;
  return text;
}

export async function* pieces(text: string): AsyncIterable<string> {
  yield text;
}
