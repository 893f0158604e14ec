import { expect, test } from "vitest";

import type { JsonObject, MemoryEvent } from "../../src/events/event.ts";
import { effectOf } from "../../src/governance/event-effect.ts";
import { clash, touchedBy } from "../../src/governance/touched-values.ts";

const event = (parts: Partial<MemoryEvent>, payload?: JsonObject): MemoryEvent =>
  ({ id: 9, claimId: 1, eventType: "transition", payloadJson: JSON.stringify(payload), ...parts }) as MemoryEvent;

const MOVED = { fromStatus: "confirmed", toStatus: "archived" } as const;

test.each<[string, MemoryEvent]>([
  ["of an older store that does not say what was before", event(MOVED, { actor: "ana" })],
  ["without a payload", event(MOVED)],
  ["whose payload is no JSON", { ...event(MOVED), payloadJson: "{" }],
  ["of no claim", event({ ...MOVED, claimId: undefined }, { before: {} })],
  ["from a state that there is not", event({ fromStatus: "retired", toStatus: "stale" }, { before: {} })],
  ["into the first state", event({ toStatus: "candidate" }, { before: {} })],
  ["that changed nothing", event({ fromStatus: "stale", toStatus: "stale" }, { before: {} })],
  ["with a value that no field has", event(MOVED, { before: { archived_at: "yesterday" } })],
  ["of a link of an unknown kind", event({ eventType: "link" }, { target_id: 2, link_type: "likes", before: {} })],
  [
    "of a check of what a citation does not have",
    event({ eventType: "citation" }, { citation_id: 1, old: { mood: 1 } }),
  ],
])("nothing can be set back of an event %s", (_what, one) => {
  expect(effectOf(one)).toBeUndefined();
});

test("a state and the values that went with it can be set back", () => {
  expect(effectOf(event(MOVED, { before: { archived_at: null, confirmed_by: "ana" } }))).toEqual({
    claimId: 1,
    status: { from: "confirmed", to: "archived" },
    fields: { archived_at: null, confirmed_by: "ana" },
    appliedEventIds: [],
  });
});

test("an event of an unknown form counts with all values that it names", () => {
  const unknown = event({ ...MOVED, eventType: "decay" }, { before: { half_life: 3, confidence: 0.5 } });

  expect(touchedBy(unknown)).toEqual(["claim 1 status", "claim 1 half_life", "claim 1 confidence"]);
});

test.each([
  [["claim 1 status"], ["claim 1 status"], true],
  [["claim 1 status"], ["claim 1 pinned", "claim 2 status"], false],
  [["claim 1 citation 3"], ["claim 1 citation *"], true],
  [["claim 1 citation *"], ["claim 1 citation 3"], true],
  [["claim 11 citation 3"], ["claim 1 citation *"], false],
  [[], ["claim 1 status"], false],
])("%j and %j clash: %s", (a, b, expected) => {
  expect(clash(a, b)).toBe(expected);
});
