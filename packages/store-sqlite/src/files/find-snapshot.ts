import { ConflictError, InvalidInputError, NotFoundError } from "@memorymaster/core";
import { listSnapshots } from "./list-snapshots.ts";
import type { Snapshot, SnapshotOwner } from "./list-snapshots.ts";

const SHOWN = 5;

/**
 * The one snapshot with this id, or whose id begins so. Only listed names are compared: no text leads out of the folder.
 *
 * @throws InvalidInputError `input.invalid` for anything but letters, digits and `_`
 * @throws ConflictError `snapshot.ambiguous` @throws NotFoundError `snapshot.not_found`
 */
export function findSnapshot(owner: SnapshotOwner, idOrPrefix: string): Snapshot {
  if (!/^\w{1,100}$/.test(idOrPrefix)) {
    throw new InvalidInputError("input.invalid", "The id of a snapshot has letters, digits and _ only", {
      details: { field: "snapshot_id" },
    });
  }
  const begins = listSnapshots(owner).filter(({ info }) => info.snapshotId.startsWith(idOrPrefix));
  const [first, second] = begins;
  if (first === undefined) throw new NotFoundError("snapshot.not_found", `There is no snapshot ${idOrPrefix}`);
  const exact = begins.find(({ info }) => info.snapshotId === idOrPrefix);
  if (exact !== undefined || second === undefined) return exact ?? first;
  const ids = begins.map(({ info }) => info.snapshotId);
  const named = `${ids.slice(0, SHOWN).join(", ")}${ids.length > SHOWN ? ", …" : ""}`;
  throw new ConflictError("snapshot.ambiguous", `${ids.length} snapshots begin with ${idOrPrefix}: ${named}`, {
    details: { snapshot_ids: ids },
  });
}
