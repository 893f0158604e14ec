import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { Refusal } from "./collections.ts";
import { PlainText, ROUTES } from "./routes.ts";
import type { Call, ServerState } from "./routes.ts";

export interface ReceivedRequest {
  /** Method and path, as in `ROUTES`. */
  readonly route: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage["headers"];
  /** As it came. */
  readonly body: string;
}

/** One request with its answer. */
export interface Exchange extends ReceivedRequest {
  readonly status: number;
  readonly answer: unknown;
}

/** What is answered instead of the truth. */
export type Fault = (response: ServerResponse) => void;

export interface QdrantServer extends AsyncDisposable {
  readonly url: string;
  readonly state: ServerState;
  readonly requests: ReceivedRequest[];
  /** Faults of the requests to come, one each; the last one stays when `lasts`. */
  readonly faults: Fault[];
  lasts: boolean;
}

const BIG_BYTES = 17 * 1024 * 1024;
/** A good answer, were it not packed. */
const PACKED = gzipSync('{"result": {"points": []}, "status": "ok"}');
const json = { "content-type": "application/json" };

type FaultName = "down" | "slow" | "garbage" | "page" | "wrong" | "big" | "packed";

export const FAULTS: Readonly<Record<FaultName, Fault>> = {
  down: (response) => void response.destroy(),
  /** Never answers. */
  slow: () => undefined,
  garbage: (response) => void response.writeHead(200, json).end('{"result": {"points": [bad secret'),
  page: (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
  wrong: (response) => void response.writeHead(200, json).end('{"result": {"points": 7}, "status": "ok"}'),
  /** A good answer to a scan, were it not so long. */
  big: (response) =>
    void response.writeHead(200, json).end(`{"result": {"points": []}, "status": "${" ".repeat(BIG_BYTES)}"}`),
  packed: (response) => void response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(PACKED),
};

export const refuse =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (response) =>
    void response.writeHead(status, { ...json, ...headers }).end('{"status": {"error": "a secret of the server"}}');

const newState = (): ServerState => ({
  collections: new Map(),
  aliases: new Map(),
  version: "1.16.3",
  isReady: true,
  keepsDeleted: false,
});

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** The path as in `ROUTES`, and what stands in it for a collection. */
function routeOf(method: string, path: string): readonly [route: string, name: string] {
  if (`${method} ${path}` in ROUTES) return [`${method} ${path}`, ""];
  const [, collections = "", name = "", ...rest] = path.split("/");
  return [[`${method} /${collections}/{collection_name}`, ...rest].join("/"), decodeURIComponent(name)];
}

type Answer = readonly [status: number, answer: unknown];

function answerOf(route: string, call: Call): Answer {
  try {
    const handler = ROUTES[route];
    if (handler === undefined) return [404, { status: { error: "no such path" }, time: 0 }];
    const result = handler(call);
    if (result instanceof PlainText) return [result.status, result];
    return [200, route === "GET /" ? result : { result, status: "ok", time: 0.001 }];
  } catch (error) {
    if (error instanceof Refusal) return [error.status, { status: { error: error.message }, time: 0 }];
    throw error;
  }
}

function send(response: ServerResponse, [status, answer]: Answer): void {
  const isText = answer instanceof PlainText;
  response.writeHead(status, isText ? { "content-type": "text/plain" } : json);
  response.end(isText ? answer.text : JSON.stringify(answer));
}

/** A server on this machine that does what Qdrant does for the requests of the adapter, with its data in memory. */
export async function startQdrantServer(check: (exchange: Exchange) => void = () => undefined): Promise<QdrantServer> {
  const state = newState();
  const requests: ReceivedRequest[] = [];
  const faults: Fault[] = [];
  const control = { lasts: false };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search, searchParams } = new URL(request.url ?? "", "http://server");
    const [route, name] = routeOf(request.method ?? "", pathname);
    const received = { route, path: pathname, query: search, headers: request.headers, body: await readBody(request) };
    requests.push(received);
    const fault = control.lasts ? faults[0] : faults.shift();
    if (fault !== undefined) {
      fault(response);
      return;
    }
    const body = JSON.parse(received.body === "" ? "{}" : received.body) as Call["body"];
    const answer = answerOf(route, { state, name, body, isWaiting: searchParams.get("wait") === "true" });
    check({ ...received, status: answer[0], answer: answer[1] });
    send(response, answer);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => send(response, [500, { status: { error: String(error) } }]));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(control, { url, state, requests, faults, [Symbol.asyncDispose]: close });
}
