import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";

import { createStdioTransport } from "../src/stdio-transport.ts";
import type { StdioTransport } from "../src/stdio-transport.ts";

interface Started {
  readonly transport: StdioTransport;
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly received: JSONRPCMessage[];
}

async function start(): Promise<Started> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = createStdioTransport({ input, output }, { log: () => undefined });
  const received: JSONRPCMessage[] = [];
  transport.onmessage = (message) => void received.push(message);
  await transport.start();
  return { transport, input, output, received };
}

/** Whether a promise is settled after everything that can run has run. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await nextTurn();
  await nextTurn();
  return settled;
}

const request = (id: number): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: "2.0", id, result: {} });

test("a last line without a line break is read when the input ends", async () => {
  const { input, received } = await start();

  input.end(`${request(1)}\n${request(2)}`);
  await nextTurn();

  expect(received).toMatchObject([{ id: 1 }, { id: 2 }]);
});

test("a refused line is answered in place, and the lines around it are read", async () => {
  const { input, output, received, transport } = await start();

  input.write(`${request(1)}\nno json\n${request(2)}\n`);
  await nextTurn();
  await transport.send(answer(1));
  output.end();

  expect(received).toMatchObject([{ id: 1 }, { id: 2 }]);
  const lines = (await text(output)).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ id: null, error: {} }, { id: 1 }]);
});

test("all is answered when every request has its answer or was cancelled", async () => {
  const { input, transport } = await start();
  expect(await isSettled(transport.answered())).toBe(true);

  input.write([1, 2].map((id) => `${request(id)}\n`).join(""));
  await nextTurn();
  const answered = transport.answered();

  await transport.send({ jsonrpc: "2.0", method: "notifications/message", params: {} });
  expect(await isSettled(answered)).toBe(false);
  await transport.send(answer(1));
  expect(await isSettled(answered)).toBe(false);
  input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n');
  expect(await isSettled(answered)).toBe(true);
});

test("nobody waits for answers that can no longer be written", async () => {
  const { input, output, transport } = await start();
  input.write(`${request(1)}\n`);
  await nextTurn();
  const answered = transport.answered();
  expect(await isSettled(answered)).toBe(false);

  output.destroy(new TypeError("gone"));

  expect(await isSettled(answered)).toBe(true);
});

test("a closed transport reads no more and says so", async () => {
  const { input, received, transport } = await start();
  let closed = 0;
  transport.onclose = () => (closed += 1);

  await transport.close();
  input.write(`${request(1)}\n`);
  await nextTurn();

  expect([closed, received]).toEqual([1, []]);
});
