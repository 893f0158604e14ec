import type { WorkspaceReader } from "../../src/types.ts";

export interface FakeWorkspace extends WorkspaceReader {
  /** Walks that were begun. */
  walks(): number;
  /** Paths that were asked for. */
  asked(): readonly string[];
}

/** A workspace of scope `project:shop` that holds these files, and tells of everything that is asked of it. */
export function fakeWorkspace(files: Readonly<Record<string, string>>): FakeWorkspace {
  let walks = 0;
  const asked: string[] = [];
  return {
    scope: "project:shop",
    relativePath: (path) => (path.startsWith("/") || path.startsWith("..") ? undefined : path.replace(/^\.\//, "")),
    readText: async (path) => files[path],
    stat: async (path) => {
      asked.push(path);
      return path in files ? { kind: "file", changedAt: "2026-01-01T00:00:00+00:00" } : undefined;
    },
    scan: async function* ({ maxFiles, onCut, suffixes }, signal) {
      walks += 1;
      let met = 0;
      for (const [relativePath, text] of Object.entries(files)) {
        if (suffixes?.some((suffix) => relativePath.endsWith(suffix)) === false) continue;
        if (met === maxFiles || signal?.aborted === true) {
          onCut?.();
          return;
        }
        met += 1;
        yield { relativePath, text };
      }
    },
    walks: () => walks,
    asked: () => asked,
  };
}
