import type { Citation, Claim } from "@memorymaster/core";

/** Files that probes read and that citations name without a separator. @see spec/steward.md §14.4 */
export const TEXT_SUFFIXES: readonly string[] =
  ".txt .md .rst .json .jsonl .yaml .yml .toml .ini .cfg .sql .csv .py .js .jsx .ts .tsx .html .css .sh .ps1".split(
    " ",
  );

/** Two letters, so that a drive is none. */
const SCHEME = /^[a-z][a-z0-9+-]+:/i;
const NO_PATHS: ReadonlySet<string> = new Set(["url", "commit", "session"]);

/** The path that a source or locator names; `undefined` when it names none. */
export function pathIn(text: string): string | undefined {
  const path = text
    .trim()
    .replace(/^file:\/\//i, "")
    .replace(/[?#].*$/s, "")
    .replace(/(?::\d+)+$/, "");
  if (path === "" || SCHEME.test(path)) return undefined;
  const isSpelledAsPath = !/\s/.test(path) && (/[/\\]/.test(path) || path.startsWith("."));
  const lower = path.toLowerCase();
  return isSpelledAsPath || TEXT_SUFFIXES.some((suffix) => lower.endsWith(suffix)) ? path : undefined;
}

export interface CitedPath {
  readonly path: string;
  readonly field: "source" | "locator";
}

function pathsOf({ kind, path, source, locator }: Citation): readonly CitedPath[] {
  if (NO_PATHS.has(kind)) return [];
  const cited = path ?? pathIn(source);
  const located = locator === undefined ? undefined : pathIn(locator);
  return [
    ...(cited === undefined ? [] : [{ path: cited, field: "source" as const }]),
    ...(located === undefined ? [] : [{ path: located, field: "locator" as const }]),
  ];
}

/** Paths that the citations of a claim name, each once. */
export function citedPaths({ citations }: Pick<Claim, "citations">): readonly CitedPath[] {
  return [...new Map(citations.flatMap(pathsOf).map((cited) => [cited.path, cited])).values()];
}
