import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ProviderError } from "@memorymaster/core";
import { MODEL_FILES, repositoryOf } from "./local-files.ts";

export interface PullOptions {
  /** Called for each piece that arrives. */
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A mirror of the model hub. Default `https://huggingface.co`. */
  readonly host?: string | undefined;
}

export interface PullProgress {
  /** Relative to the folder of the model. */
  readonly file: string;
  readonly receivedBytes: number;
  /** `undefined` when the server does not say. */
  readonly totalBytes: number | undefined;
}

export interface PulledModel {
  /** `owner/name`. */
  readonly model: string;
  readonly directory: string;
  /** Files that were fetched now; those that stood there already are kept. */
  readonly fetched: readonly string[];
}

/**
 * Downloads the files of a local model into `folder/owner/name`. A file appears under its name only when it is whole, so
 * that a cut download is taken up by pulling again.
 *
 * @throws InvalidInputError `input.invalid` for a name that is none
 * @throws ProviderError `embed.unavailable`: `details` name the file, and the HTTP status if there was an answer
 */
export async function pullModel(name: string, folder: string, options: PullOptions = {}): Promise<PulledModel> {
  const model = repositoryOf(name);
  const directory = join(folder, model);
  const fetched = MODEL_FILES.filter((file) => !existsSync(join(directory, file)));
  for (const file of fetched) await pullFile({ model, file, target: join(directory, file) }, options);
  return { model, directory, fetched };
}

type Wanted = Readonly<Record<"model" | "file" | "target", string>>;

async function pullFile({ model, file, target }: Wanted, options: PullOptions): Promise<void> {
  const { host = "https://huggingface.co", signal = null, onProgress } = options;
  const part = `${target}.${randomUUID()}.part`;
  let status: number | undefined;
  try {
    const url = `${host}/${model}/resolve/main/${file}`;
    const response = await fetch(url, { signal, headers: { "accept-encoding": "identity" } });
    status = response.status;
    await mkdir(dirname(target), { recursive: true });
    // A body that ends before its announced length is an error of `fetch`.
    await writeFile(
      part,
      piecesOf(response, (progress) => onProgress?.({ file, ...progress })),
    );
    await rename(part, target);
  } catch {
    await rm(part, { force: true });
    const message = `${file} of ${model} could not be downloaded`;
    throw new ProviderError("embed.unavailable", message, { details: { model, file, status }, retryable: true });
  }
}

/** The body of a good answer; tells how much of it has come. */
async function* piecesOf(
  { ok, body, headers }: Response,
  tell: (progress: Omit<PullProgress, "file">) => void,
): AsyncGenerator<Uint8Array> {
  if (!ok || body === null) throw new ProviderError("embed.unavailable", "no file in the answer");
  const length = headers.get("content-length");
  let receivedBytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    receivedBytes += piece.byteLength;
    tell({ receivedBytes, totalBytes: length === null ? undefined : Number(length) });
    yield piece;
  }
}
