import { fileURLToPath } from "node:url";
import type { VectorIndex } from "@memorymaster/core";
import { tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { createQdrantIndex } from "../src/index.ts";
import type { QdrantIndexOptions } from "../src/index.ts";
import { startQdrantServer } from "./support/qdrant-server.ts";
import { startTlsServer } from "./support/tls-server.ts";

const CERTIFICATE = fileURLToPath(new URL("support/tls/certificate.pem", import.meta.url));
const refused = (name: string): unknown =>
  expect.objectContaining({ name: "ConfigError", code: "config.invalid", details: { name } });

async function describeAt(options: QdrantIndexOptions): ReturnType<VectorIndex["describe"]> {
  const index = createQdrantIndex(options);
  const info = await index.describe();
  await index.close();
  return info;
}

test.each([
  "http://10.0.0.5:6333",
  "http://qdrant.example.org",
  "http://127.0.0.1.example.org",
  "https://user@qdrant.example.org",
  "https://user:word@qdrant.example.org:6333",
  "http://:word@localhost:6333",
  "ftp://localhost",
  "localhost:6333",
  "qdrant",
  "",
])("the address %j is refused", (url) => {
  expect(() => createQdrantIndex({ url })).toThrow(refused("url"));
});

test("an alias that could lead elsewhere is refused", () => {
  for (const collection of ["", "..", "a/b", "a b", "é", "x".repeat(201)]) {
    expect(() => createQdrantIndex({ url: "http://localhost", collection })).toThrow(refused("collection"));
  }
});

test("an authority file must be there, hold certificates, and go with https", () => {
  using folder = tempFolder();
  const url = "https://localhost";
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

  for (const caCert of [folder.at("none.pem"), folder.write("text.pem", "hello"), folder.write("broken.pem", broken)]) {
    expect(() => createQdrantIndex({ url, caCert })).toThrow(refused("caCert"));
  }
  expect(() => createQdrantIndex({ url: "http://localhost", caCert: CERTIFICATE })).toThrow(refused("caCert"));
});

test("a server with a certificate of one's own is trusted with its authority and refused without", async () => {
  await using server = await startTlsServer();

  const trusted = await describeAt({ url: server.url, caCert: CERTIFICATE, apiKey: "key" });
  const unknown = await describeAt({ url: server.url, apiKey: "key" });

  expect(trusted).toMatchObject({ reachable: true, serverVersion: "1.16.3" });
  expect(unknown).toMatchObject({ reachable: false, reason: "index_error", serverVersion: undefined });
  expect(server.keys).toEqual(["key", "key", "key"]);
});

test("the path of an address stands before those of the interface", async () => {
  await using server = await startQdrantServer();

  await describeAt({ url: `${server.url}/qdrant/` });

  const paths = server.requests.map(({ path }) => path).sort();
  expect(paths).toEqual(["/qdrant/", "/qdrant/collections/memorymaster-claims", "/qdrant/readyz"]);
});
