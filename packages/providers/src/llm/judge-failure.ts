import type { AttemptFacts, Failure } from "./types.ts";

/** What a failed attempt means for the key and for trying again. */
export interface Judgement extends Failure {
  readonly key: "refused" | "exhausted" | "fine";
  readonly mayRetry: boolean;
  readonly retryAfterMs: number | undefined;
}

/** Services and programs say in words what a status would: a rule each, for bodies that are no answer. */
const QUOTA_SHAPES = [
  /RESOURCE_EXHAUSTED/,
  /"code"\s*:\s*429\b/,
  /\bHTTP 429\b/,
  /quota exceeded/i,
  /rate limit(?:ed)?\b[^.\n]{0,80}\bexceeded/i,
];
const KEY_REFUSED = /PERMISSION_DENIED|UNAUTHENTICATED|API_KEY_INVALID|invalid[_ ]api[_ ]key/i;
const UNKNOWN_MODEL =
  /model\b[^\n]{0,120}\b(?:not found|does not exist|not exist|unknown|not supported)|unknown model/i;
const RETRY_IN = /(?:retry in|"retryDelay"\s*:\s*")\s*(\d+(?:\.\d+)?)\s*s/i;

export const isQuotaShaped = (body: string): boolean => QUOTA_SHAPES.some((shape) => shape.test(body));

export interface FailedAttempt {
  readonly facts: AttemptFacts;
  /** Host or program. */
  readonly place: string;
  readonly model: string;
  /** What ended the attempt from our side, if anything did. */
  readonly ended: "deadline" | "caller" | undefined;
}

type Words = Pick<Failure, "outcome" | "reason" | "detail"> & Partial<Judgement>;

const judged = (words: Words): Judgement => ({ key: "fine", mayRetry: false, retryAfterMs: undefined, ...words });

/** Why there is no reply, told by facts alone; the first that knows says so. */
export function judgeFailure(failed: FailedAttempt): Judgement {
  return notAsked(failed) ?? usedUp(failed) ?? noAnswer(failed) ?? refusedRequest(failed);
}

/** What an answer without a word means. */
export function judgeSilence(failed: FailedAttempt): Judgement {
  return usedUp(failed) ?? silence(failed);
}

const silence = ({ place }: FailedAttempt): Judgement =>
  judged({ outcome: "empty", reason: "empty", detail: `no text in the answer: ${place}` });

function notAsked({ facts, place, ended }: FailedAttempt): Judgement | undefined {
  if (ended === "deadline")
    return judged({ outcome: "timeout", reason: "timeout", detail: `no answer in time: ${place}` });
  if (ended === "caller") return judged({ outcome: "timeout", reason: "cancelled", detail: "the caller gave up" });
  if (facts.isMissing !== true) return undefined;
  return judged({ outcome: "no_provider", reason: "no_provider", detail: `${place} cannot be started` });
}

/** The status says it, or, for an answer that is none and for faults of a server, the words. */
function usedUp({ facts, place }: FailedAttempt): Judgement | undefined {
  const { status, body = "" } = facts;
  const isByWords = (status === undefined || status === 200 || status >= 500) && isQuotaShaped(body);
  if (status !== 429 && !isByWords) return undefined;
  const retryAfterMs = facts.retryAfterMs ?? waitInWords(body);
  const when = retryAfterMs === undefined ? "" : `, again in ${Math.ceil(retryAfterMs / 1_000)} s`;
  const detail = `${status === undefined ? "used up" : `HTTP ${status}`}: ${place}${when}`;
  return judged({ outcome: "quota", reason: "quota", detail, key: "exhausted", mayRetry: true, retryAfterMs });
}

function waitInWords(body: string): number | undefined {
  const seconds = RETRY_IN.exec(body)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

function noAnswer(failed: FailedAttempt): Judgement | undefined {
  const { status, fault } = failed.facts;
  if (fault === undefined && status !== undefined) return status < 300 ? silence(failed) : undefined;
  const detail = `${fault ?? "no answer"}: ${failed.place}`;
  return judged({ outcome: "transport_error", reason: "transport_error", detail });
}

/** Only what is named is known: an unknown model as such, a refused key as such. */
function causeOf(status: number, body: string): "key" | "model" | undefined {
  if (status >= 500) return undefined;
  if (status === 401 || status === 403 || (status === 400 && KEY_REFUSED.test(body))) return "key";
  return status === 404 || UNKNOWN_MODEL.test(body) ? "model" : undefined;
}

function refusedRequest({ facts: { status = 0, body = "" }, place, model }: FailedAttempt): Judgement {
  const cause = causeOf(status, body);
  const causes = { key: ", the key is refused", model: `, it does not know the model ${model}` };
  const detail = `HTTP ${status}: ${place}${cause === undefined ? "" : causes[cause]}`;
  const key = cause === "key" ? "refused" : "fine";
  return judged({ outcome: "http_error", reason: `http_${status}`, detail, key, mayRetry: status >= 500 });
}
