import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { CLAIM_STATUSES } from "../../src/claims/claim.ts";
import type { ClaimStatus } from "../../src/claims/claim.ts";
import { assertTransition, canTransition } from "../../src/claims/lifecycle.ts";
import { InvalidTransitionError } from "../../src/errors/errors.ts";

const ALLOWED: readonly (readonly [ClaimStatus, ClaimStatus])[] = [
  ["candidate", "confirmed"],
  ["candidate", "superseded"],
  ["candidate", "conflicted"],
  ["candidate", "archived"],
  ["confirmed", "stale"],
  ["confirmed", "superseded"],
  ["confirmed", "conflicted"],
  ["confirmed", "archived"],
  ["stale", "confirmed"],
  ["stale", "superseded"],
  ["stale", "conflicted"],
  ["stale", "archived"],
  ["superseded", "archived"],
  ["conflicted", "confirmed"],
  ["conflicted", "stale"],
  ["conflicted", "superseded"],
  ["conflicted", "archived"],
];

const isAllowed = (from: ClaimStatus, to: ClaimStatus): boolean =>
  ALLOWED.some(([allowedFrom, allowedTo]) => allowedFrom === from && allowedTo === to);

const PAIRS = CLAIM_STATUSES.flatMap((from) => CLAIM_STATUSES.map((to) => [from, to] as const));

describe("the lifecycle", () => {
  test.each(PAIRS)("from %s to %s is decided by the table alone", (from, to) => {
    expect(canTransition(from, to)).toBe(isAllowed(from, to));
  });

  test("refuses a step that the table does not have and says which", () => {
    const step = (): void => {
      assertTransition(7, "archived", "candidate");
    };

    expect(step).toThrow(InvalidTransitionError);
    expect(step).toThrow(
      expect.objectContaining({
        code: "claim.invalid_transition",
        details: { id: 7, from: "archived", to: "candidate" },
      }),
    );
  });

  test("lets no walk leave archived, return to candidate, or leave superseded but for the archive", () => {
    const walk = fc.array(fc.constantFrom(...CLAIM_STATUSES), { maxLength: 20 });

    fc.assert(
      fc.property(walk, (wishes) => {
        const path: ClaimStatus[] = ["candidate"];
        for (const wish of wishes) {
          if (canTransition(path.at(-1) ?? "candidate", wish)) path.push(wish);
        }

        expect(path.slice(1)).not.toContain("candidate");
        const end = path.indexOf("archived");
        expect(end === -1 || end === path.length - 1).toBe(true);
        const replaced = path.indexOf("superseded");
        expect(replaced === -1 || path.slice(replaced + 1).every((status) => status === "archived")).toBe(true);
      }),
    );
  });
});
