import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface TlsServer extends AsyncDisposable {
  readonly url: string;
  /** Of the requests that got through. */
  readonly keys: unknown[];
}

const read = (name: string): Buffer => readFileSync(new URL(`tls/${name}`, import.meta.url));

/** Says its version to whoever accepts the certificate `tls/certificate.pem`, which signs itself. */
export async function startTlsServer(): Promise<TlsServer> {
  const keys: unknown[] = [];
  const identity = { cert: read("certificate.pem"), key: read("key.pem") };
  const server = createServer(identity, ({ headers }, response) => {
    keys.push(headers["api-key"]);
    response.writeHead(200, { "content-type": "application/json" }).end('{"title": "qdrant", "version": "1.16.3"}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const dispose = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return { url, keys, [Symbol.asyncDispose]: dispose };
}
