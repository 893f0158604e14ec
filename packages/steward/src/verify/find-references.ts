/** What the text of a claim says that files can tell. */
export interface References {
  readonly paths: readonly string[];
  readonly symbols: readonly string[];
  readonly ports: readonly string[];
}

const FOLDERS =
  "src app lib api pages routes components services models utils scripts config tests test bot dashboard".split(" ");
const PATH = new RegExp(
  String.raw`(?<![\w./\\-])(?:${FOLDERS.join("|")})[/\\][\w./\\@[\]-]*\.[A-Za-z0-9]{1,5}(?!\w)`,
  "g",
);

const SYMBOL = /\b[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+\b/g;
const MAX_SYMBOLS = 3;
const MIN_SYMBOL = 5;
/** Spelled like symbols, but names of products: no code need contain them. */
const PRODUCTS: ReadonlySet<string> = new Set(
  "GitHub GitLab BitBucket JavaScript TypeScript PowerShell OpenAI YouTube LinkedIn PayPal WordPress".split(" "),
);

const PORT = /\b(?:ports?[\s:=]+|localhost:)(\d{4,5})\b/gi;
const MAX_PORT = 65_535;
/** Every second tool listens there by default. */
const COMMON_PORTS: ReadonlySet<string> = new Set(["3000", "5173", "8080"]);

const unique = (found: readonly string[]): readonly string[] => [...new Set(found)];

/** File paths, names of code and ports in a text. @see spec/steward.md §17.1 */
export function findReferences(text: string): References {
  const symbols = [...text.matchAll(SYMBOL)].map(([name]) => name);
  const ports = [...text.matchAll(PORT)].map(([, port = ""]) => port);
  return {
    paths: unique([...text.matchAll(PATH)].map(([path]) => path.replaceAll("\\", "/"))),
    symbols: unique(symbols.filter((name) => name.length >= MIN_SYMBOL && !PRODUCTS.has(name))).slice(0, MAX_SYMBOLS),
    ports: unique(ports.filter((port) => Number(port) <= MAX_PORT && !COMMON_PORTS.has(port))),
  };
}
