import { fromUnknown } from "@memorymaster/core";
import { reserveCall, spendTokens } from "./call-budget.ts";
import { judgeFailure, judgeSilence } from "./judge-failure.ts";
import type { FailedAttempt, Judgement } from "./judge-failure.ts";
import type { ApiKey, KeyRing } from "./key-ring.ts";
import { LANGUAGE_PROVIDERS } from "./provider-table.ts";
import type { AskDeps, AttemptFacts, Backend, Call, Failure, Reply, Target } from "./types.ts";
import { isFailure } from "./types.ts";

export interface Course extends AskDeps {
  /** Whether the breaker has let the call through, and waits for how it went. */
  readonly admission: { isGiven: boolean };
}

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 4_000;
/** All pauses of one call together; one that would go beyond is not begun. */
const MAX_WAIT_MS = 60_000;

const noProvider = (detail: string): Failure => ({ outcome: "no_provider", reason: "no_provider", detail });

const notInstalled = ({ provider }: Target): Failure =>
  noProvider(`install ${LANGUAGE_PROVIDERS[provider].library ?? provider}`);

export const resting = ({ place }: Pick<Target, "place">): Failure => ({
  outcome: "transport_error",
  reason: "resting",
  detail: `${place} is not asked for a while after failures`,
});

/** Whether it has been waited for as long as asked. */
type Pause = (ms: number) => Promise<boolean>;

function pauses({ sleep }: Course, signal: AbortSignal | undefined): Pause {
  let leftMs = MAX_WAIT_MS;
  return async (ms) => {
    if (ms > leftMs) return false;
    leftMs -= ms;
    if (ms > 0) await sleep(ms, signal).catch(() => undefined);
    return signal?.aborted !== true;
  };
}

/** Attempts at one provider until there is a reply or no more sense in trying: the last failure then. */
export async function tryInTurn(target: Target, call: Call, course: Course): Promise<Reply | Failure> {
  const backend = await target.open().catch(() => undefined);
  if (backend === undefined) return notInstalled(target);
  const pause = pauses(course, call.signal);
  const tried = new Set<string>();
  let last: Failure | undefined;
  let retries = 0;
  for (;;) {
    const turn = await takeTurn(target, course, { tried, pause });
    if (isFailure(turn)) return last ?? turn;
    const result = await attempt({ target, backend, key: turn.key }, call);
    await turn.finish();
    if (!isFailure(result)) return result;
    last = result;
    if (turn.key !== undefined) tried.add(turn.key.key);
    const pauseMs = pauseAfter(result, target.ring, retries);
    if (pauseMs === undefined || !(await pause(pauseMs))) return result;
    if (pauseMs > 0) retries += 1;
  }
}

interface SoFar {
  readonly tried: ReadonlySet<string>;
  readonly pause: Pause;
}

async function takeTurn(
  target: Target,
  course: Course,
  { tried, pause }: SoFar,
): Promise<(Pass & { readonly key: ApiKey | undefined }) | Failure> {
  const key = await takeKey(target, tried, pause);
  if (isFailure(key)) return key;
  const pass = await admit(target, course);
  return isFailure(pass) ? pass : { ...pass, key };
}

/** The next key, after waiting for one that rests if need be. One key alone may be tried again. */
async function takeKey(
  { ring, place, provider }: Target,
  tried: ReadonlySet<string>,
  pause: Pause,
): Promise<ApiKey | Failure | undefined> {
  if (ring === undefined) return undefined;
  for (;;) {
    const next = ring.next(ring.size > 1 ? tried : new Set());
    if (next === undefined) return noProvider(`${provider}: no key is left that it takes`);
    if ("key" in next) return next.key;
    if (await pause(next.waitMs)) continue;
    const detail = `${place}: all keys rest, again in ${Math.ceil(next.waitMs / 1_000)} s`;
    return { outcome: "quota", reason: "quota", detail };
  }
}

/** How long to wait before the next attempt; 0 = another key may be asked at once, `undefined` = no more attempts. */
function pauseAfter(
  { key, mayRetry, retryAfterMs }: Judgement,
  ring: KeyRing | undefined,
  retries: number,
): number | undefined {
  if (ring !== undefined && ring.size > 1 && key !== "fine") return 0;
  if (!mayRetry || retries >= MAX_RETRIES) return undefined;
  return Math.max(1, retryAfterMs ?? FIRST_PAUSE_MS * 2 ** retries);
}

interface Pass {
  readonly finish: () => Promise<void>;
}

const FREE: Pass = { finish: async () => undefined };

/** Takes an attempt from every budget before it is made; budgets first, so that none costs the provider its probe. */
async function admit(target: Target, course: Course): Promise<Pass | Failure> {
  const { breaker, provider } = target;
  const reached = reserveCall();
  if (reached !== undefined) return overBudget(reached, provider);
  const pass = await reserveToday(provider, course);
  if (isFailure(pass) || course.admission.isGiven) return pass;
  course.admission.isGiven = breaker.admits();
  return course.admission.isGiven ? pass : resting(target);
}

const overBudget = (reason: string, what: string): Failure => ({
  outcome: "budget_exhausted",
  reason,
  detail: `${reason}: ${what}`,
});

async function reserveToday(provider: string, { ledger, actorHash }: Course): Promise<Pass | Failure> {
  if (ledger === undefined) return FREE;
  try {
    const answer = await ledger.reserve({ operation: "llm_call", provider, actorHash, units: 1 });
    if (answer.outcome === "full") return overBudget("durable_daily_exhausted", answer.cap);
    const { reservationId } = answer;
    // It counts from the reservation on; the end is only noted.
    return { finish: () => ledger.finish(reservationId).catch(() => undefined) };
  } catch (error) {
    return overBudget("ledger_unavailable", fromUnknown(error).code);
  }
}

interface Asked {
  readonly target: Target;
  readonly backend: Backend;
  readonly key: ApiKey | undefined;
}

async function attempt({ target, backend, key }: Asked, call: Call): Promise<Reply | Judgement> {
  const { question, timeoutMs, signal: caller } = call;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = caller === undefined ? deadline : AbortSignal.any([caller, deadline]);
  const facts: AttemptFacts = {};
  const failed = { facts, place: target.place, model: question.model };
  const reply = await backend({ question, key: key?.key, signal, facts }).catch(() => undefined);
  if (reply === undefined) {
    const judgement = judgeFailure({ ...failed, ended: endedBy(caller, deadline) });
    settleKey(target.ring, key, judgement);
    return judgement;
  }
  spendTokens(question.system.length + question.text.length + reply.text.length);
  if (key !== undefined) target.ring?.succeeded(key);
  const isSaid = reply.text.trim() !== "" || reply.isRefused;
  return isSaid ? reply : judgeSilence({ ...failed, ended: undefined });
}

function endedBy(caller: AbortSignal | undefined, deadline: AbortSignal): FailedAttempt["ended"] {
  if (caller?.aborted === true) return "caller";
  return deadline.aborted ? "deadline" : undefined;
}

/** One key alone is asked again after a pause; several take turns, and the one that is used up rests. */
function settleKey(
  ring: KeyRing | undefined,
  key: ApiKey | undefined,
  { key: verdict, retryAfterMs }: Judgement,
): void {
  if (ring === undefined || key === undefined) return;
  if (verdict === "refused") ring.ban(key);
  if (verdict === "exhausted" && ring.size > 1) ring.cool(key, retryAfterMs);
}
