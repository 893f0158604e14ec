/** A line of Claude Code. */
export function claude(
  role: "user" | "assistant",
  content: unknown,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const { message, ...line } = more;
  return JSON.stringify({
    type: role,
    message: { role, content, ...(message as object | undefined) },
    cwd: "/srv/shop",
    sessionId: "s1",
    timestamp: "2026-03-10T09:12:00.500Z",
    ...line,
  });
}

/** A line of a rollout of Codex. */
export function codex(type: string, payload: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ timestamp: "2026-03-10T09:12:00Z", type, payload });
}

export const said = (text: string): object => ({ type: "text", text });
export const called = (id: string, name: string, input: unknown): object => ({ type: "tool_use", id, name, input });
export const returned = (id: string, content: unknown, more: object = {}): object => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});
