import { InvalidInputError } from "../errors/errors.ts";
import type { IntakeSettings } from "../config/settings.ts";

/** What the policy looks at; the text has been through the filter. */
export interface IntakeCandidate {
  readonly text: string;
  readonly scope: string;
  readonly claimType: string | undefined;
}

const SESSION_KEYS = ["session_id", "sessionId", "session"];
const TIME_KEYS = ["ts", "timestamp", "time", "at"];
const CONTENT_KEYS = ["text", "claim", "body", "content", "message"];
/** Shorter words beside a session and a time are a state, not a statement. */
const CONTENT_MIN_LENGTH = 10;

const TIME = String.raw`(?:\d{4}-\d{2}-\d{2}[T ])?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?`;
/** The whole text says no more than that a session lives: `session alive 12:00`. */
const SIGN_OF_LIFE = new RegExp(
  String.raw`^(?:session|heartbeat)(?: [\w-]{1,64})?(?: is)?(?: alive| active| ping| ok)?(?:[ :,]+(?:at |since )?${TIME})?[.!]?$`,
  "i",
);
const IS_SIGN = /\b(?:alive|active|ping|ok|heartbeat)\b/i;

export function intakeRejected(rule: string, reason: string): InvalidInputError {
  return new InvalidInputError("input.intake_rejected", `The claim was not accepted: ${rule} (${reason})`, {
    details: { rule, reason },
  });
}

function isUnderPrefix(scope: string, prefix: string): boolean {
  if (prefix === "" || !scope.startsWith(prefix)) return false;
  const next = scope[prefix.length];
  return next === undefined || next === "." || next === ":";
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith("{") || !text.endsWith("}")) return undefined;
  try {
    // A text in braces is an object or no JSON.
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

function isHeartbeatObject(text: string): boolean {
  const object = parsedObject(text);
  if (object === undefined) return false;
  const has = (key: string): boolean => Object.hasOwn(object, key);
  const says = (key: string): boolean => {
    const value = has(key) ? object[key] : undefined;
    return typeof value === "string" && value.length >= CONTENT_MIN_LENGTH;
  };
  return SESSION_KEYS.some(has) && TIME_KEYS.some(has) && !CONTENT_KEYS.some(says);
}

const isSignOfLife = (text: string): boolean => text.length <= 200 && IS_SIGN.test(text) && SIGN_OF_LIFE.test(text);

/**
 * Refuses the state of a session that poses as knowledge.
 *
 * @throws InvalidInputError `input.intake_rejected` with `rule` and `reason`
 */
export function refuseSessionState(candidate: IntakeCandidate, settings: IntakeSettings): void {
  if (!settings.rejectSessionState) return;
  const { text, scope, claimType } = candidate;
  const reject = (reason: string): never => {
    throw intakeRejected("session_state", reason);
  };
  if (settings.rejectedScopePrefixes.some((prefix) => isUnderPrefix(scope, prefix))) reject("scope_rejected");
  if (claimType === "heartbeat") reject("heartbeat_type");
  if (isHeartbeatObject(text) || isSignOfLife(text)) reject("heartbeat_shaped");
}
