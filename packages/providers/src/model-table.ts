/** What must be known of a model to use it as it was trained. */
export interface ModelRow {
  /** As settings name it; a local folder of this name is taken for this model. */
  readonly name: string;
  /** Length of its vectors; those of a local model are read from its `config.json`. */
  readonly dims: number;
  /** What is put before a text. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  /** Similarity of unrelated texts as (cosine + 1) / 2. */
  readonly noiseFloor: number;
  /** Size of its quantised files on the model hub. */
  readonly downloadMegabytes?: number;
  /** Whether the service shortens vectors on request. */
  readonly canShorten?: boolean;
}

export const DEFAULT_LOCAL_MODEL = "multilingual-e5-small";
export const DEFAULT_GEMINI_MODEL = "gemini-embedding-001";

const E5 = { query: "query: ", passage: "passage: " };
const NOMIC = { query: "search_query: ", passage: "search_document: " };
/** No prefixes, and the noise floor of models that nobody measured. */
const PLAIN = { prefixes: { query: "", passage: "" }, noiseFloor: 0.65 };

export const EMBEDDING_MODELS: readonly ModelRow[] = [
  // Its model card: cosine similarities lie between about 0.7 and 1.
  { name: DEFAULT_LOCAL_MODEL, dims: 384, prefixes: E5, noiseFloor: 0.85, downloadMegabytes: 135 },
  { ...PLAIN, name: "all-MiniLM-L6-v2", dims: 384, downloadMegabytes: 24 },
  { ...PLAIN, name: "nomic-embed-text", dims: 768, prefixes: NOMIC },
  { ...PLAIN, name: DEFAULT_GEMINI_MODEL, dims: 768, canShorten: true },
  { ...PLAIN, name: "text-embedding-3-small", dims: 1536, canShorten: true },
  { ...PLAIN, name: "text-embedding-3-large", dims: 3072, canShorten: true },
];

/** The row of a model, by the last part of its name or path and without a tag; a plain one, `dims` 0, when unknown. */
export function modelRow(model: string): ModelRow {
  const name = model.split(/[/\\]/).findLast(Boolean)?.replace(/:.*$/, "") ?? "";
  return EMBEDDING_MODELS.find((row) => row.name.toLowerCase() === name.toLowerCase()) ?? { ...PLAIN, name, dims: 0 };
}
