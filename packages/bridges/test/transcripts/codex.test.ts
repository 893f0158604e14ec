import { expect, test } from "vitest";

import { readTranscript } from "../../src/index.ts";
import { codex } from "../support/lines.ts";

const OPTIONS = { session: "rollout-7", fallbackTime: "2026-01-01T00:00:00+00:00" };

test("a rollout gives each message once, with session and folder of its head", () => {
  const { turns, lines } = readTranscript(
    [
      codex("session_meta", { id: "c1", cwd: "/srv/shop" }),
      codex("response_item", {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "<environment_context><cwd>/srv/shop</cwd></environment_context>" }],
      }),
      codex("response_item", {
        type: "message",
        role: "developer",
        content: [{ type: "input_text", text: "Be brief" }],
      }),
      codex("response_item", {
        type: "message",
        role: "user",
        content: [
          {
            type: "input_text",
            text: "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nmove the queue",
          },
        ],
      }),
      codex("event_msg", { type: "user_message", message: "move the queue" }),
      codex("response_item", { type: "reasoning", summary: [], encrypted_content: "gAAA" }),
      codex("event_msg", { type: "agent_message", message: "The queue is moved" }),
      codex("response_item", {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: "The queue is moved" }],
      }),
      codex("session_meta", { id: "older", cwd: "/srv/other" }),
      codex("compacted", { message: "The queue was moved" }),
    ],
    OPTIONS,
  );

  expect(turns.map(({ sessionId, role, kind, content }) => [sessionId, role, kind, content])).toEqual([
    ["c1", "user", "prose", "move the queue"],
    ["c1", "assistant", "prose", "The queue is moved"],
    ["c1", "assistant", "summary", "The queue was moved"],
  ]);
  expect([lines.injected, lines.meta, lines.thinking, lines.metadata].map(({ dropped }) => dropped)).toEqual([
    1, 1, 1, 4,
  ]);
});

test("calls and their output are told by name and text", () => {
  const { turns } = readTranscript(
    [
      codex("response_item", { type: "message", role: "assistant", content: "word ".repeat(200) }),
      codex("response_item", { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "1" }),
      codex("response_item", { type: "function_call_output", call_id: "1", output: '{"output":"a.ts","metadata":{}}' }),
    ],
    OPTIONS,
  );

  expect(turns.slice(1).map(({ kind, content }) => [kind, content])).toEqual([
    ["tool", 'shell {"command":["ls"]}'],
    ["tool", "a.ts"],
  ]);
});

test("lines with role and content at the top are turns, with the speaker they name", () => {
  const { turns } = readTranscript(
    [
      JSON.stringify({ role: "user", name: "Ana", content: "Who owns billing?", session_id: "chat" }),
      JSON.stringify({ role: "model", content: [{ type: "text", text: "Ana does" }] }),
      JSON.stringify({ role: "system", content: "Be kind" }),
    ],
    OPTIONS,
  );

  expect(turns.map(({ sessionId, role, speaker, content }) => [sessionId, role, speaker, content])).toEqual([
    ["chat", "user", "Ana", "Who owns billing?"],
    ["chat", "assistant", undefined, "Ana does"],
  ]);
});
