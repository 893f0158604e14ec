import { scanText } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import type { WorkspaceReader } from "../types.ts";
import { TEXT_SUFFIXES } from "./cited-paths.ts";

const NEEDLE_CHARACTERS = 160;
const SHOWN_FILES = 10;

/** What files are searched for to find a claim: its value, else its text. Empty when that may not leave the store. */
export function needleOf({ objectValue, text }: Pick<Claim, "objectValue" | "text">): string {
  const words = objectValue?.trim() === "" ? text : (objectValue ?? text);
  const needle = [...words.trim()].slice(0, NEEDLE_CHARACTERS).join("");
  return scanText(words).length > 0 ? "" : needle;
}

export interface NeedleSearch {
  /** Relative paths by needle in lower case; the first ten of each, after which it is not looked for any more. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly filesScanned: number;
  /** Only a whole search can tell that something is nowhere. */
  readonly ended: "whole" | "budget" | "timeout";
}

export interface NeedleLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

/** Looks for all needles in one walk over the text files of the workspace, without regard to case. */
export async function searchNeedles(
  workspace: WorkspaceReader,
  { needles, maxFiles, maxFileBytes }: NeedleLimits & { readonly needles: readonly string[] },
  signal: AbortSignal,
): Promise<NeedleSearch> {
  const files = new Map<string, string[]>(needles.map((needle) => [needle.toLowerCase(), []]));
  files.delete("");
  let filesScanned = 0;
  let ended: NeedleSearch["ended"] = "whole";
  const onCut = (): void => {
    ended = "budget";
  };
  const limits = { maxFiles, maxFileBytes, suffixes: TEXT_SUFFIXES, onCut };
  for await (const { relativePath, text } of workspace.scan(limits, signal)) {
    if (signal.aborted) break;
    filesScanned += 1;
    if (text === undefined) continue;
    const words = text.toLowerCase();
    for (const [needle, found] of files) {
      if (found.length < SHOWN_FILES && words.includes(needle)) found.push(relativePath);
    }
  }
  return { files, filesScanned, ended: signal.aborted ? "timeout" : ended };
}
