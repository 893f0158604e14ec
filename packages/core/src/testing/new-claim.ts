import { contentHash, humanIdBase, sha256Hex } from "../claims/identity.ts";
import type { NewClaim } from "../ports/claim-store.ts";
import { textSignature } from "../text/signature.ts";

const CREATED_AT = "2026-01-02T03:04:05+00:00";

/** A UUIDv7 of a fixed time whose random part follows from the seed. */
function seededUid(seed: string): string {
  const hex = sha256Hex(seed);
  return `019b7c00-0000-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

/**
 * A claim ready to be stored. Hashes, human id and uid follow from the given fields, so that two claims of one text and
 * scope collide as they would in life.
 */
export function newClaim(overrides: Partial<NewClaim> = {}): NewClaim {
  const given = {
    text: "The API listens on port 8443.",
    subject: undefined,
    scope: "project:demo",
    tenantId: undefined,
    visibility: "public",
    sourceAgent: "tester",
    createdAt: CREATED_AT,
    ...overrides,
  } as const;
  const hash = contentHash(given.text, given.scope, given.tenantId);
  const { nearHash, twinHash } = textSignature(given.text);
  return {
    uid: seededUid([given.text, given.scope, given.tenantId, given.visibility, given.sourceAgent].join("|")),
    humanId: humanIdBase(given),
    idempotencyKey: hash,
    contentHash: hash,
    nearHash,
    twinHash,
    claimType: undefined,
    predicate: undefined,
    objectValue: undefined,
    volatility: "medium",
    confidence: 0.5,
    eventTime: undefined,
    validFrom: given.createdAt,
    validUntil: undefined,
    holder: undefined,
    citations: [
      { source: "docs/ops.md", locator: "L12", kind: "file", path: "docs/ops.md", lineStart: 12, lineEnd: 12 },
    ],
    ...given,
  };
}
