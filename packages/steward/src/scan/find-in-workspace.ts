import { scanText } from "@memorymaster/core";
import type { WorkspaceReader } from "../types.ts";
import { SEARCH_LIMITS } from "./limits.ts";

/** `incomplete` = not seen so far, and not all files were read: no evidence. */
export type FindOutcome = "found" | "not_found" | "incomplete";

/** Characters below which a needle would be found anywhere. */
const MIN_NEEDLE = 4;
const FILTER_MASK = 0xffff;

/** The last four code units before a position, a byte of each: cheap to carry along, and rarely the same by chance. */
const rolled = (key: number, unit: number): number => (key << 8) | (unit & 0xff);
const filterSlot = (key: number): number => (key ^ (key >>> 16)) & FILTER_MASK;

/** Where in a text a needle starts, as seen from the end of the four code units that give it away. */
interface Clue {
  readonly needle: string;
  readonly back: number;
}

/** Gives a needle the four code units that the fewest others have: addresses of the web all start alike. */
function addClue(clues: Map<number, Set<Clue>>, needle: string): void {
  let key = 0;
  let best = { key, back: 0, size: Infinity };
  for (let at = 0; at < needle.length; at += 1) {
    key = rolled(key, needle.charCodeAt(at));
    const size = clues.get(key)?.size ?? 0;
    if (at >= MIN_NEEDLE - 1 && size < best.size) best = { key, back: at, size };
  }
  clues.set(best.key, (clues.get(best.key) ?? new Set()).add({ needle, back: best.back }));
}

/**
 * Looks for needles together: the cost of a text follows its length, hardly their number.
 *
 * @returns a function that takes a text and says whether any needle is still to be found; `found` grows
 */
function createFinder(needles: ReadonlySet<string>, found: Set<string>): (text: string) => boolean {
  const clues = new Map<number, Set<Clue>>();
  for (const needle of needles) addClue(clues, needle);
  const filter = new Uint8Array(FILTER_MASK + 1);
  for (const key of clues.keys()) filter[filterSlot(key)] = 1;
  return (text) => {
    let key = 0;
    for (let end = 0; end < text.length; end += 1) {
      key = rolled(key, text.charCodeAt(end));
      if (filter[filterSlot(key)] === 0) continue;
      const waiting = clues.get(key);
      for (const clue of waiting ?? []) {
        if (!text.startsWith(clue.needle, end - clue.back)) continue;
        found.add(clue.needle);
        waiting?.delete(clue);
      }
    }
    return found.size < needles.size;
  };
}

/**
 * Looks for many needles in one walk over the files of the workspace, whatever their case. Those shorter than four
 * characters, and those in which the sensitivity filter finds something, are not looked for and absent from the result.
 */
export async function findInWorkspace(
  workspace: Pick<WorkspaceReader, "scan">,
  needles: Iterable<string>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, FindOutcome>> {
  const wanted = [...new Set(needles)].filter(
    (needle) => [...needle].length >= MIN_NEEDLE && scanText(needle).length === 0,
  );
  if (wanted.length === 0) return new Map();
  const found = new Set<string>();
  const search = createFinder(new Set(wanted.map((needle) => needle.toLowerCase())), found);
  let missed: FindOutcome = "not_found";
  const onCut = (): void => {
    missed = "incomplete";
  };
  for await (const { text } of workspace.scan({ ...SEARCH_LIMITS, onCut }, signal)) {
    if (text !== undefined && !search(text.toLowerCase())) break;
  }
  signal?.throwIfAborted();
  return new Map(wanted.map((needle) => [needle, found.has(needle.toLowerCase()) ? "found" : missed]));
}
