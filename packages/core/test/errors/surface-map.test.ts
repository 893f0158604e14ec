import { describe, expect, test } from "vitest";

import {
  ConfigError,
  ConflictError,
  ForbiddenError,
  InternalError,
  InvalidInputError,
  InvalidTransitionError,
  NotFoundError,
  ProviderError,
  SensitiveContentError,
  StoreError,
} from "../../src/errors/errors.ts";
import type { MemoryMasterError } from "../../src/errors/errors.ts";
import { surfaceOf } from "../../src/errors/surface-map.ts";
import type { WireCode } from "../../src/errors/surface-map.ts";

const ROWS: readonly (readonly [MemoryMasterError, 1 | 2, number, WireCode])[] = [
  [new InvalidInputError("input.invalid", "m"), 2, 400, "VALIDATION_ERROR"],
  [new InvalidInputError("input.missing", "m"), 2, 400, "MISSING_FIELD"],
  [new InvalidInputError("input.too_long", "m"), 2, 400, "INPUT_TOO_LONG"],
  [new InvalidInputError("input.unstorable", "m"), 2, 400, "INVALID_INPUT"],
  [new InvalidInputError("input.unknown_field", "m"), 2, 400, "VALIDATION_ERROR"],
  [new InvalidInputError("input.intake_rejected", "m"), 2, 400, "VALIDATION_ERROR"],
  [new ConfigError("config.invalid", "m"), 2, 500, "UNAVAILABLE"],
  [new NotFoundError("claim.not_found", "m"), 1, 404, "NOT_FOUND"],
  [new ConflictError("claim.version_conflict", "m"), 1, 409, "CONFLICT"],
  [new ConflictError("claim.ambiguous", "m"), 1, 409, "CONFLICT"],
  [new ConflictError("link.self", "m"), 1, 409, "CONFLICT"],
  [new InvalidTransitionError("claim.invalid_transition", "m"), 1, 409, "CONFLICT"],
  [new ForbiddenError("access.denied", "m"), 1, 403, "PERMISSION_DENIED"],
  [new ForbiddenError("access.path", "m"), 1, 403, "PATH_DENIED"],
  [new ForbiddenError("access.sensitive", "m"), 2, 403, "SENSITIVE_ACCESS_DENIED"],
  [new ForbiddenError("access.rate_limited", "m"), 1, 429, "RATE_LIMITED"],
  [new ForbiddenError("access.quota", "m"), 1, 429, "RATE_LIMITED"],
  [new SensitiveContentError("sensitive.content", "m"), 1, 422, "SENSITIVE_INPUT"],
  [new SensitiveContentError("sensitive.metadata", "m"), 1, 422, "SENSITIVE_INPUT"],
  [new StoreError("store.unavailable", "m"), 2, 503, "UNAVAILABLE"],
  [new StoreError("store.busy", "m"), 2, 503, "UNAVAILABLE"],
  [new StoreError("store.missing", "m"), 2, 503, "NOT_FOUND"],
  [new ProviderError("llm.unavailable", "m"), 1, 502, "UNAVAILABLE"],
  [new InternalError("internal.unexpected", "m"), 2, 500, "INTERNAL"],
];

describe("an error shows", () => {
  test.each(ROWS.map(([error, exit, http, wire]) => [error.code, { exit, http, wire }, error] as const))(
    "%s as %j",
    (_code, surface, error) => {
      expect(surfaceOf(error)).toEqual(surface);
    },
  );
});
