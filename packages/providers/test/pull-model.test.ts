import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createFixedClock } from "@memorymaster/core/testing";
import { tinyModelFiles } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import type { PullProgress } from "../src/index.ts";
import { chooseEmbedder, pullModel } from "../src/index.ts";
import type { TestServer } from "./support/embedding-server.ts";
import { startServer } from "./support/embedding-server.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const NAME = "multilingual-e5-small";
const BASE = `/Xenova/${NAME}/resolve/main/`;
const WEIGHTS = "onnx/model_quantized.onnx";
const FILES = tinyModelFiles();

/** A model hub that has the tiny model; `broken` answers instead for the weights. */
async function startHub(broken?: "missing" | "cut" | "silent"): Promise<TestServer> {
  return startServer(({ url }, response) => {
    const bytes = Buffer.from(FILES[url.slice(BASE.length)] ?? "");
    if (!url.endsWith(WEIGHTS) || broken === undefined)
      response.writeHead(200, { "content-length": bytes.length }).end(bytes);
    else if (broken === "missing") response.writeHead(404).end("Entry not found");
    else
      response.writeHead(200, { "content-length": bytes.length }).write(bytes.subarray(0, 10), () => {
        if (broken === "cut") response.destroy();
      });
  });
}

test("a pulled model is whole and can be used", async () => {
  const hub = await startHub();
  const folder = temporaryFolder();
  const seen: PullProgress[] = [];

  const pulled = await pullModel(NAME, folder, { host: hub.origin, onProgress: (progress) => seen.push(progress) });

  const directory = join(folder, "Xenova", NAME);
  expect(pulled).toEqual({ model: `Xenova/${NAME}`, directory, fetched: Object.keys(FILES) });
  const size = FILES[WEIGHTS]?.length ?? 0;
  expect(seen.at(-1)).toEqual({ file: WEIGHTS, receivedBytes: size, totalBytes: size });
  const { embedder } = await chooseEmbedder(
    { local: { folder } },
    { clock: createFixedClock(), isSensitive: () => false },
  );
  expect(await embedder?.embed(["sql"], "query")).toHaveLength(1);
});

test.each([
  ["missing", 404],
  ["cut", 200],
] as const)("a file that is %s is told by name, and leaves nothing that looks whole", async (broken, status) => {
  const hub = await startHub(broken);
  const folder = temporaryFolder();

  await expect(pullModel(NAME, folder, { host: hub.origin })).rejects.toMatchObject({
    code: "embed.unavailable",
    details: { model: `Xenova/${NAME}`, file: WEIGHTS, status },
  });

  expect(readdirSync(join(folder, "Xenova", NAME, "onnx"))).toEqual([]);
});

test("pulling again fetches only what is not there yet", async () => {
  const folder = temporaryFolder();
  const cut = await startHub("cut");
  await expect(pullModel(NAME, folder, { host: cut.origin })).rejects.toThrow();
  const hub = await startHub();

  const { fetched } = await pullModel(NAME, folder, { host: hub.origin });

  expect(fetched).toEqual([WEIGHTS]);
  expect(hub.requests.map(({ url }) => url)).toEqual([BASE + WEIGHTS]);
});

test("a caller can stop a download", async () => {
  const hub = await startHub("silent");
  const folder = temporaryFolder();
  const stop = new AbortController();
  const onProgress = ({ file }: PullProgress): void => {
    if (file === WEIGHTS) stop.abort();
  };

  const pulling = pullModel(NAME, folder, { host: hub.origin, signal: stop.signal, onProgress });

  await expect(pulling).rejects.toMatchObject({ code: "embed.unavailable" });
  expect(existsSync(join(folder, "Xenova", NAME, WEIGHTS))).toBe(false);
});

test.each(["../../etc", "a/b/c", "", "/", "a b"])("%o is no model to pull", async (name) => {
  await expect(pullModel(name, temporaryFolder())).rejects.toMatchObject({ code: "input.invalid" });
});
