import type { ErrorCode } from "./codes.ts";
import {
  ConfigError,
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  InvalidTransitionError,
  NotFoundError,
  ProviderError,
  SensitiveContentError,
  StoreError,
} from "./errors.ts";
import type { MemoryMasterError } from "./errors.ts";

/** Code on the wire: MCP results, CLI envelope, dashboard API. */
export type WireCode =
  | "MISSING_FIELD"
  | "VALIDATION_ERROR"
  | "INPUT_TOO_LONG"
  | "INVALID_INPUT"
  | "SENSITIVE_INPUT"
  | "RATE_LIMITED"
  | "NOT_FOUND"
  | "PERMISSION_DENIED"
  | "PATH_DENIED"
  | "SENSITIVE_ACCESS_DENIED"
  | "CONFLICT"
  | "UNAVAILABLE"
  | "INTERNAL";

/** How one error shows on each surface. `exit` is a process exit code, `http` a status. */
export interface ErrorSurface {
  readonly exit: 1 | 2;
  readonly http: number;
  readonly wire: WireCode;
}

type ErrorClass = abstract new (...args: never[]) => MemoryMasterError;

const INTERNAL: ErrorSurface = { exit: 2, http: 500, wire: "INTERNAL" };

const BY_CLASS: readonly (readonly [ErrorClass, ErrorSurface])[] = [
  [InvalidInputError, { exit: 2, http: 400, wire: "VALIDATION_ERROR" }],
  [ConfigError, { exit: 2, http: 500, wire: "UNAVAILABLE" }],
  [NotFoundError, { exit: 1, http: 404, wire: "NOT_FOUND" }],
  [ConflictError, { exit: 1, http: 409, wire: "CONFLICT" }],
  [InvalidTransitionError, { exit: 1, http: 409, wire: "CONFLICT" }],
  [ForbiddenError, { exit: 1, http: 403, wire: "PERMISSION_DENIED" }],
  [SensitiveContentError, { exit: 1, http: 422, wire: "SENSITIVE_INPUT" }],
  [StoreError, { exit: 2, http: 503, wire: "UNAVAILABLE" }],
  [ProviderError, { exit: 1, http: 502, wire: "UNAVAILABLE" }],
];

/** Where one code differs from its class. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, Partial<ErrorSurface>>>> = {
  "input.missing": { wire: "MISSING_FIELD" },
  "input.too_long": { wire: "INPUT_TOO_LONG" },
  "input.unstorable": { wire: "INVALID_INPUT" },
  "access.path": { wire: "PATH_DENIED" },
  "access.sensitive": { exit: 2, wire: "SENSITIVE_ACCESS_DENIED" },
  "access.rate_limited": { http: 429, wire: "RATE_LIMITED" },
  "access.quota": { http: 429, wire: "RATE_LIMITED" },
  "store.missing": { wire: "NOT_FOUND" },
};

/** Exit code, HTTP status and wire code of an error: the only place that maps them. */
export function surfaceOf(error: MemoryMasterError): ErrorSurface {
  const base = BY_CLASS.find(([errorClass]) => error instanceof errorClass)?.[1] ?? INTERNAL;
  return { ...base, ...BY_CODE[error.code] };
}
