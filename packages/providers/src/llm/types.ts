import type { AskFailure, Breaker, Clock, UsageLedger } from "@memorymaster/core";
import type { KeyRing } from "./key-ring.ts";
import type { LanguageProvider } from "./provider-table.ts";
import type { ProviderFailure } from "./throttle-failures.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One question as a provider gets it. */
export interface Question {
  readonly model: string;
  /** What to do, and for a provider that is not told the schema otherwise, the schema. */
  readonly system: string;
  /** Redacted. */
  readonly text: string;
  readonly schema: JsonSchema | undefined;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
}

export interface Reply {
  /** Empty when the answer holds none. */
  readonly text: string;
  readonly isRefused: boolean;
}

/**
 * What is known of one attempt beside its reply. Outcomes are told by these alone: what libraries throw holds prompt and
 * answer.
 */
export interface AttemptFacts {
  status?: number;
  retryAfterMs?: number;
  /** Beginning of an answer that is none. Looked into, and never passed on. */
  body?: string;
  /** In our words. */
  fault?: string;
  /** The program that would be asked cannot be started. */
  isMissing?: boolean;
}

export interface Attempt {
  readonly question: Question;
  /** Absent for services that need none. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  readonly facts: AttemptFacts;
}

/** Asks once. Whatever it throws is left behind; it writes what happened into the facts. */
export type Backend = (attempt: Attempt) => Promise<Reply>;

export interface Failure {
  readonly outcome: AskFailure;
  /** For signals and counters: `http_500`, `timeout`, `calls_exhausted`. */
  readonly reason: string;
  readonly detail: string;
}

export const isFailure = (result: object | undefined): result is Failure => result !== undefined && "outcome" in result;

/** A provider that is set up, with what is remembered of it between calls. */
export interface Target {
  readonly provider: LanguageProvider;
  /** Host or program, for messages. */
  readonly place: string;
  /** Loads what it needs. */
  readonly open: () => Promise<Backend>;
  /** Absent = it takes no key. */
  readonly ring: KeyRing | undefined;
  readonly breaker: Breaker;
}

export interface AskDeps {
  readonly clock: Clock;
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly ledger: UsageLedger | undefined;
  readonly actorHash: string | undefined;
  readonly onFailure: ((failure: ProviderFailure) => void) | undefined;
}

export interface Call {
  readonly question: Question;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}
