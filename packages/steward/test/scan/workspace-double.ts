import type { WorkspaceReader } from "../../src/types.ts";

export interface WorkspaceDouble extends WorkspaceReader {
  /** How often each file was read in a walk. */
  readonly reads: Map<string, number>;
  /** Paths that were asked for by name. */
  readonly asked: string[];
}

const ROOT = "/work/shop/";

/** A workspace of the project `shop`; the path of a file to its text, `undefined` = too large, a name with `->` a link out. */
export function workspaceOf(files: Readonly<Record<string, string | undefined>>): WorkspaceDouble {
  const reads = new Map<string, number>();
  const asked: string[] = [];
  const stat: WorkspaceReader["stat"] = async (path) => {
    asked.push(path);
    const changedAt = "2026-01-01T00:00:00+00:00";
    if (`${path}->` in files) return { kind: "other", changedAt };
    return path in files ? { kind: "file", changedAt } : undefined;
  };
  return {
    reads,
    asked,
    scope: "project:shop",
    relativePath: (path) => {
      if (path.startsWith("../")) return undefined;
      if (!path.startsWith("/")) return path;
      return path.startsWith(ROOT) ? path.slice(ROOT.length) : undefined;
    },
    readText: async (path) => files[path],
    stat,
    scan: async function* ({ maxFiles, onCut }, signal) {
      const all = Object.entries(files);
      if (all.length > maxFiles) onCut?.();
      for (const [relativePath, text] of all.slice(0, maxFiles)) {
        if (signal?.aborted === true) return;
        reads.set(relativePath, (reads.get(relativePath) ?? 0) + 1);
        yield { relativePath, text };
      }
    },
  };
}

/** So many files of the same text. */
export const manyFiles = (count: number, text = "nothing of note"): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`notes/${number}.md`, text]));
