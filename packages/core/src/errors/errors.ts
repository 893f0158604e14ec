import type {
  ConfigCode,
  ConflictCode,
  ErrorCode,
  ForbiddenCode,
  InvalidInputCode,
  InvalidTransitionCode,
  NotFoundCode,
  ProviderCode,
  SensitiveCode,
  StoreCode,
} from "./codes.ts";

/** JSON-safe facts about a failure; never claim text, a secret, or a connection string. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface ErrorParts {
  readonly details?: ErrorDetails | undefined;
  readonly cause?: unknown;
}

/** Base of every error the product throws on purpose. The class says what the caller can do, the code what happened. */
export class MemoryMasterError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails;

  constructor(code: Code, message: string, parts: ErrorParts = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = parts.details ?? {};
  }
}

/** The request is wrong: fix it. `details.field` names the field when one is to blame. */
export class InvalidInputError extends MemoryMasterError<InvalidInputCode> {}

/** The setup is wrong: fix the option, variable or file that `details.name` names. */
export class ConfigError extends MemoryMasterError<ConfigCode> {}

/** What was asked for does not exist, or the caller may not know that it does. */
export class NotFoundError extends MemoryMasterError<NotFoundCode> {}

/** Someone else won, or the request contradicts what is stored: read again, then decide. */
export class ConflictError extends MemoryMasterError<ConflictCode> {}

/** The lifecycle has no such step: `details` holds `id`, `from` and `to`. */
export class InvalidTransitionError extends MemoryMasterError<InvalidTransitionCode> {}

/** The caller lacks the right, or asked too often. */
export class ForbiddenError extends MemoryMasterError<ForbiddenCode> {}

/** A secret was found: `details` holds `field` and `findings` (names of the kinds found), never the value. */
export class SensitiveContentError extends MemoryMasterError<SensitiveCode> {}

export interface RetryableParts extends ErrorParts {
  /** Whether the same call may succeed when repeated unchanged. Default false. */
  readonly retryable?: boolean | undefined;
}

/** The database failed. */
export class StoreError extends MemoryMasterError<StoreCode> {
  readonly retryable: boolean;

  constructor(code: StoreCode, message: string, parts: RetryableParts = {}) {
    super(code, message, parts);
    this.retryable = parts.retryable ?? false;
  }
}

/** A model, embedder or vector index failed. */
export class ProviderError extends MemoryMasterError<ProviderCode> {
  readonly retryable: boolean;

  constructor(code: ProviderCode, message: string, parts: RetryableParts = {}) {
    super(code, message, parts);
    this.retryable = parts.retryable ?? false;
  }
}

/** A fault of ours. Its message is fixed; the original stands in `cause` and never leaves the process. */
export class InternalError extends MemoryMasterError<"internal.unexpected"> {}
