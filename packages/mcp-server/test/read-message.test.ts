import { expect, test } from "vitest";

import { readMessage } from "../src/read-message.ts";

const read = (text: string): unknown => readMessage(Buffer.from(text));
const refused = (id: unknown, code: number, message: string): unknown => ({
  refusal: { jsonrpc: "2.0", id, error: { code, message } },
});

test("a message is read, also with a carriage return behind it", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };

  expect(read(`${JSON.stringify(ping)}\r`)).toEqual({ message: ping });
  expect(read(JSON.stringify(cancel))).toEqual({ message: cancel });
});

test.each(["", "\r", "this is no json", '{"jsonrpc":"2.0",', "[".repeat(200_000), '\uFEFF{"jsonrpc":"2.0","id":1}'])(
  "what is no JSON is a parse error: %j",
  (text) => {
    expect(read(text)).toEqual(refused(null, -32_700, "Parse error"));
  },
);

test("bytes that are no UTF-8 are a parse error instead of another text", () => {
  const line = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"x"}}');
  line[line.indexOf("x")] = 0xff;

  expect(readMessage(line)).toEqual(refused(null, -32_700, "Parse error"));
});

test.each([
  ["7", null],
  ["null", null],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null],
  ['{"hello":"world","id":4}', null],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
  ['{"jsonrpc":"1.0","id":11,"method":"ping"}', 11],
  ['{"jsonrpc":"2.0","id":"a","method":"ping","params":[1]}', "a"],
])("JSON that is no message is an invalid request, with the id where there is one: %s", (text, id) => {
  expect(read(text)).toEqual(refused(id, -32_600, "Invalid Request"));
});

test.each([
  ["tools/call", undefined, "params"],
  ["tools/call", {}, "params.name"],
  ["tools/call", { name: 5 }, "params.name"],
  ["tools/call", { name: "list_claims", arguments: [1] }, "params.arguments"],
  ["tools/list", { cursor: 5 }, "params.cursor"],
  ["initialize", {}, "params.protocolVersion"],
])("wrong parameters of %s are named: %j", (method, params, where) => {
  const text = JSON.stringify({ jsonrpc: "2.0", id: 3, method, params });

  expect(read(text)).toEqual(refused(3, -32_602, `Invalid params: ${where}`));
});

test("a line that was too long to read is an invalid request", () => {
  expect(readMessage("too long")).toEqual(
    refused(null, -32_600, "Invalid Request: the line is longer than 16777216 bytes"),
  );
});
