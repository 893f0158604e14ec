const NAME = /^(?<id>(?:[0-9a-f]{8}|nogit)_(?<date>\d{8})_(?<time>\d{6})_(?<micros>\d{6}))\.db$/;
const COMMIT = /^[0-9a-f]{8,64}$/;

/** A git commit as it may stand in a name; anything else is none. */
export function commitOf(text: string | undefined): string | undefined {
  return text !== undefined && COMMIT.test(text) ? text : undefined;
}

/**
 * `<8 hex of the commit, or nogit>_<YYYYMMDD_HHMMSS_ffffff>`, in UTC: sorted by its second part it is sorted by time.
 *
 * @param extraMicros tells apart what was made in the same millisecond
 */
export function snapshotIdAt(epochMs: number, extraMicros: number, commit: string | undefined): string {
  const [date = "", time = ""] = new Date(epochMs).toISOString().split(/[T.]/);
  const micros = (Math.trunc(epochMs) % 1000) * 1000 + extraMicros;
  const stamp = [date.replaceAll("-", ""), time.replaceAll(":", ""), String(micros).padStart(6, "0")];
  return [commit?.slice(0, 8) ?? "nogit", ...stamp].join("_");
}

export interface SnapshotName {
  readonly snapshotId: string;
  /** Grows with time. */
  readonly stamp: string;
  /** Stored form. */
  readonly timestamp: string;
}

/** Reads the name of a file; `undefined` when it is not one of ours. */
export function parseSnapshotName(filename: string): SnapshotName | undefined {
  const { id, date = "", time = "", micros = "" } = NAME.exec(filename)?.groups ?? {};
  if (id === undefined) return undefined;
  const day = date.replace(/^(....)(..)(..)$/, "$1-$2-$3");
  const clock = time.replace(/^(..)(..)(..)$/, "$1:$2:$3");
  return { snapshotId: id, stamp: date + time + micros, timestamp: `${day}T${clock}+00:00` };
}
