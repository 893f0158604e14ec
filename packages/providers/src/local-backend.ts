import { embeddingSpec } from "@memorymaster/core";
import type { EmbeddingBackend, RawVectors } from "./create-embedder.ts";
import type { LocalFiles } from "./local-files.ts";
import { readDims, revisionOf } from "./local-files.ts";
import { modelRow } from "./model-table.ts";

/** Few, since a batch is as wide as its longest text. */
const BATCH = { maxItems: 16, maxBytes: 65_536 };

type Run = (texts: readonly string[]) => Promise<RawVectors>;

/** One for each model, however many memories of a process use it: it takes a hundred megabytes. */
const loaded = new Map<string, Promise<Run>>();

function loadOnce(files: LocalFiles, revision: string): Promise<Run> {
  const key = `${files.directory} ${revision}`;
  const known = loaded.get(key) ?? loadModel(files);
  loaded.set(key, known);
  known.catch(() => loaded.delete(key));
  return known;
}

/** A sentence model from files, loaded at the first text. It never reaches for the network. */
export async function localBackend(files: LocalFiles): Promise<EmbeddingBackend> {
  const [dims, revision] = await Promise.all([readDims(files), revisionOf(files)]);
  const row = modelRow(files.model);
  const spec = embeddingSpec({ provider: "local", model: files.model, revision, dims: dims ?? row.dims });
  const run = async (texts: readonly string[]): Promise<RawVectors> => (await loadOnce(files, revision))(texts);
  return { spec, row, batch: BATCH, run };
}

async function loadModel({ directory, dtype }: LocalFiles): Promise<Run> {
  const { pipeline } = await import("@huggingface/transformers");
  const extract = await pipeline("feature-extraction", directory, { dtype, device: "cpu", local_files_only: true });
  return async (texts) => {
    const pooled = await extract([...texts], { pooling: "mean", normalize: true });
    return pooled.tolist() as number[][];
  };
}
