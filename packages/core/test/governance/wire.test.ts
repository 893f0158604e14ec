import { expect, test } from "vitest";

import { ConflictError, NotFoundError } from "../../src/errors/errors.ts";
import { archiveClaims } from "../../src/governance/archive-claims.ts";
import { governedRowToWire, undoToWire } from "../../src/governance/wire.ts";
import { openContext, seedOne } from "../support/open-context.ts";

test("a changed claim is told with its event, an unchanged one without", async () => {
  const context = openContext();
  await seedOne(context);
  const rows = await archiveClaims(context, [1, 1], { actor: "ana" });

  expect(rows.map((row) => governedRowToWire(row))).toMatchObject([
    { id: 1, claim: { id: 1, status: "archived" }, event_id: 1, changed: true },
    { id: 1, claim: { id: 1, status: "archived" }, event_id: null, changed: false },
  ]);
});

test("a failed claim is told by the name it was given, unless that is no name of a claim", () => {
  const missing = new NotFoundError("claim.not_found", "Claim 7 does not exist");
  const frozen = new ConflictError("claim.frozen", "Nothing is confirmed");

  const rows = [
    { ref: " MM-A3F8 ", error: missing },
    { ref: 7, error: frozen },
    { ref: "what is this", error: missing },
  ];

  expect(rows.map((row) => governedRowToWire(row))).toEqual([
    { id: "mm-a3f8", error: "Claim 7 does not exist", code: "NOT_FOUND" },
    { id: "7", error: "Nothing is confirmed", code: "CONFLICT" },
    { id: null, error: "Claim 7 does not exist", code: "NOT_FOUND" },
  ]);
});

test("an undo is told in the names of the wire", () => {
  const result = {
    undoEventIds: [8, 9],
    restored: [{ claimId: 1, fromStatus: "archived", toStatus: "candidate", fields: { archived_at: null } }],
    blocked: [{ claimId: 2, eventIds: [5] }],
  } as const;

  expect(undoToWire(result)).toEqual({
    undo_event_ids: [8, 9],
    restored: [{ claim_id: 1, from_status: "archived", to_status: "candidate", fields: { archived_at: null } }],
    blocked: [{ claim_id: 2, event_ids: [5] }],
  });
});
