import { describe, expect, it } from "vitest";
import type { Citation } from "../../src/claims/citation.ts";
import { sessionKey } from "../../src/recall/session-key.ts";
import { citationOf } from "./builders.ts";

const keyOf = (...citations: readonly Partial<Citation>[]): string | undefined =>
  sessionKey("project:demo", citations.map(citationOf));

describe("sessionKey", () => {
  it("is source and session part of the locator, whatever else the locator names", () => {
    const turn = keyOf({ kind: "other", source: "transcript", locator: "session=abc;line=3" });

    expect(turn).toBe("transcript\u001fabc");
    expect(keyOf({ kind: "other", source: "transcript", locator: "line=9;session=abc" })).toBe(turn);
    expect(keyOf({ kind: "other", source: "transcript", locator: "session=abd;line=3" })).not.toBe(turn);
  });

  it("is the source of a session citation that has no session part", () => {
    expect(keyOf({ kind: "session", source: "session://chat/42", locator: "turn 7" })).toBe("session://chat/42");
  });

  it("is the first citation's that names a session", () => {
    expect(keyOf({}, { id: 2, kind: "session", source: "session://chat/42", locator: undefined })).toBe(
      "session://chat/42",
    );
  });

  it("is absent for files and for the citation that stands in for missing evidence", () => {
    expect(keyOf()).toBeUndefined();
    expect(keyOf({})).toBeUndefined();
    expect(keyOf({ kind: "session", source: "mcp-session", locator: "project:demo" })).toBeUndefined();
  });
});
