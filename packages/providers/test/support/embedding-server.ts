import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface TestServer {
  readonly origin: string;
  readonly requests: readonly ReceivedRequest[];
}

type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** An HTTP server of this process that is closed when the test is over. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const received = { url: request.url ?? "", headers: request.headers, body };
      requests.push(received);
      answer(received, response);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

interface GeminiRequest {
  readonly content: { readonly parts: readonly { readonly text: string }[] };
  readonly outputDimensionality?: number;
  readonly taskType?: string;
}

/** What a request to either service asks for. */
export function askedOf({ url, body }: ReceivedRequest): { texts: string[]; dims?: number; tasks: unknown[] } {
  const asked = JSON.parse(body) as {
    readonly input?: string[];
    readonly dimensions?: number;
    readonly requests?: GeminiRequest[];
  };
  if (asked.input !== undefined) return { texts: asked.input, dims: asked.dimensions ?? 0, tasks: [] };
  const requests = url.endsWith(":batchEmbedContents") ? (asked.requests ?? []) : [JSON.parse(body) as GeminiRequest];
  return {
    texts: requests.map(({ content }) => content.parts[0]?.text ?? ""),
    dims: requests[0]?.outputDimensionality ?? 0,
    tasks: requests.map(({ taskType }) => taskType),
  };
}

/** Sends vectors in the form in which the asked service does. */
export function sendVectors(request: ReceivedRequest, response: ServerResponse, vectors: readonly number[][]): void {
  const forms: Readonly<Record<string, unknown>> = {
    embedContent: { embedding: { values: vectors[0] ?? [] } },
    batchEmbedContents: { embeddings: vectors.map((values) => ({ values })) },
    embeddings: {
      object: "list",
      data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
      model: "any",
      usage: { prompt_tokens: 1, total_tokens: 1 },
    },
  };
  sendJson(response, 200, forms[request.url.split(/[:/]/).at(-1) ?? ""]);
}

/** A vector of a length other than one that tells the text: its length first. */
export const toldBy = (text: string, dims: number): number[] => [text.length, 3, ...Array<number>(dims - 2).fill(0)];
