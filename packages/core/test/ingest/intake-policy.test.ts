import { describe, expect, it } from "vitest";

import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import { InvalidInputError } from "../../src/errors/errors.ts";
import { refuseSessionState } from "../../src/ingest/intake-policy.ts";
import type { IntakeCandidate } from "../../src/ingest/intake-policy.ts";

function verdict(candidate: Partial<IntakeCandidate>, settings = SETTINGS_DEFAULTS.intake): unknown {
  try {
    refuseSessionState({ text: "x", scope: "project:demo", claimType: undefined, ...candidate }, settings);
    return "accepted";
  } catch (error) {
    return error instanceof InvalidInputError ? error.details : error;
  }
}

const rejected = (reason: string): unknown => ({ rule: "session_state", reason });

describe("refuseSessionState", () => {
  it.each(["session-state", "session-state:42", "session-state.a"])("refuses the scope %s", (scope) => {
    expect(verdict({ scope })).toEqual(rejected("scope_rejected"));
  });

  it.each(["session-states", "project:session-state", "session"])("takes the scope %s", (scope) => {
    expect(verdict({ scope })).toBe("accepted");
  });

  it("refuses the type heartbeat", () => {
    expect(verdict({ claimType: "heartbeat" })).toEqual(rejected("heartbeat_type"));
  });

  it.each([
    '{"session_id":"a","ts":1}',
    '{"sessionId":"a","timestamp":"2026-01-01","message":"ok"}',
    '{ "session": {}, "at": null, "text": 7 }',
    "session alive 12:00",
    "Session 8f2c is alive at 2026-01-02T12:00:00Z",
    "heartbeat 12:00:05",
  ])("refuses the text %s", (text) => {
    expect(verdict({ text })).toEqual(rejected("heartbeat_shaped"));
  });

  it.each([
    '{"session_id":"a","ts":1,"text":"The API listens on 8443"}',
    '{"session_id":"a"}',
    '{"ts":1}',
    "{session_id, ts}",
    '[{"session_id":"a","ts":1}]',
    "Sessions stay alive for 12:00 hours",
    "The session cache is alive again after the restart at 12:00",
    "Heartbeat interval is 30 s",
  ])("takes the text %s", (text) => {
    expect(verdict({ text })).toBe("accepted");
  });

  it("takes everything when it is switched off", () => {
    const off = { ...SETTINGS_DEFAULTS.intake, rejectSessionState: false };

    expect(verdict({ scope: "session-state", claimType: "heartbeat" }, off)).toBe("accepted");
  });
});
