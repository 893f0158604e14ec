import type { WorkspaceReader } from "../types.ts";

const SYMBOL_FILES = [".ts", ".js", ".py", ".tsx", ".jsx", ".go", ".rs"];
const PORT_FILES = [".json", ".toml", ".yml", ".yaml", ".ts", ".js", ".py"];
const LIMITS = {
  maxFiles: 20_000,
  maxFileBytes: 1024 * 1024,
  suffixes: [...new Set([...SYMBOL_FILES, ...PORT_FILES])],
};

export interface FoundWords {
  readonly symbols: ReadonlySet<string>;
  readonly ports: ReadonlySet<string>;
  /** Whether all files were read: only then is what was not found missing. */
  readonly isWhole: boolean;
}

const endsWithAny = (path: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => path.toLowerCase().endsWith(suffix));

/** Words still to be found in files of certain kinds. */
interface Search {
  readonly suffixes: readonly string[];
  readonly missing: Set<string>;
  readonly found: Set<string>;
}

const searchFor = (words: Iterable<string>, suffixes: readonly string[]): Search => ({
  suffixes,
  missing: new Set(words),
  found: new Set(),
});

/** Takes the words of a text, whole ones alone, for each search that is about such files. */
function look(searches: readonly Search[], text: string): void {
  for (const [word] of text.matchAll(/\w+/g)) {
    for (const { missing, found } of searches) if (missing.delete(word)) found.add(word);
  }
}

/** Looks for names and ports as whole words in one walk over the workspace; ends when all are found. */
export async function findWords(
  workspace: WorkspaceReader,
  wanted: { readonly symbols: Iterable<string>; readonly ports: Iterable<string> },
  signal?: AbortSignal,
): Promise<FoundWords> {
  const symbols = searchFor(wanted.symbols, SYMBOL_FILES);
  const ports = searchFor(wanted.ports, PORT_FILES);
  const open = (): readonly Search[] => [symbols, ports].filter(({ missing }) => missing.size > 0);
  const result = { symbols: symbols.found, ports: ports.found };
  if (open().length === 0) return { ...result, isWhole: true };
  let isWhole = true;
  const onCut = (): void => {
    isWhole = false;
  };
  for await (const { relativePath, text } of workspace.scan({ ...LIMITS, onCut }, signal)) {
    if (text === undefined) isWhole = false;
    else
      look(
        open().filter(({ suffixes }) => endsWithAny(relativePath, suffixes)),
        text,
      );
    if (open().length === 0) break;
  }
  return { ...result, isWhole };
}
