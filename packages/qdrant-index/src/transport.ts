import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallOptions, Clock } from "@memorymaster/core";
import { QdrantClient } from "@qdrant/js-client-rest";
import { Agent, DecoratorHandler, util } from "undici";
import type { Dispatcher } from "undici";
import type { Address } from "./address.ts";
import { dig } from "./dig.ts";
import { badAnswer, isTransient, requestFailure } from "./failure.ts";
import type { Seen } from "./failure.ts";

const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const BACKOFF_MS = 500;

/** Longest time of one call of the port with all its requests and retries, and how often each request is sent again. */
const LIMITS = {
  read: { ms: 800, retries: 0 },
  write: { ms: 10_000, retries: 2 },
  bulk: { ms: 30_000, retries: 2 },
} as const;
type Kind = keyof typeof LIMITS;

type Api = ReturnType<QdrantClient["api"]>;

/** One call of the port: its requests share a deadline. */
export interface Session {
  /**
   * Sends a request and gives `result` of the answer.
   *
   * @throws ProviderError `index.unavailable`
   */
  send(operation: string, request: Request): Promise<unknown>;
}
export type Request = (api: Api, init: RequestInit) => Promise<{ readonly data: unknown }>;

export interface Transport {
  begin(kind: Kind, options: CallOptions | undefined): Session;
  close(): Promise<void>;
}

export interface TransportParts {
  readonly address: Address;
  readonly apiKey: string | undefined;
  readonly clock: Clock;
}

type HeadersEvent = readonly [status: number, headers: Buffer[], resume: () => void, text: string];

/** What the types of undici leave out of its class. */
interface Forwarder extends Dispatcher.DispatchHandlers {
  onHeaders(...event: HeadersEvent): boolean;
}
const Handler = DecoratorHandler as new (handler: Dispatcher.DispatchHandlers) => Forwarder;

/** Notes what the client does not pass on whole, and lets no packed answer through: unpacked it has no limit. */
class Watcher extends Handler {
  readonly #seen: Seen;

  constructor(handler: Dispatcher.DispatchHandlers, seen: Seen) {
    super(handler);
    this.#seen = seen;
  }

  override onHeaders(...event: HeadersEvent): boolean {
    const [status, raw] = event;
    const headers = util.parseHeaders(raw);
    this.#seen.status = status;
    this.#seen.retryAfter = [headers["retry-after"] ?? []].flat()[0];
    if (headers["content-encoding"] !== undefined) throw badAnswer("answer");
    return super.onHeaders(...event);
  }
}

/** Milliseconds that the server asks to wait: a number of seconds, or a date. */
function retryAfterMs({ retryAfter }: Seen, clock: Clock): number | undefined {
  if (retryAfter === undefined) return undefined;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - clock.nowMs();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** Half of it is left to chance, so that callers who failed together do not come back together. */
const backoffMs = (attempt: number): number => (BACKOFF_MS * 2 ** attempt * randomInt(500, 1001)) / 1000;

const resultOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "result" in data ? data.result : data;

/** Sends a write and waits until it can be seen. @throws ProviderError `index_timeout` when the server gave up waiting */
export async function sendWrite(session: Session, operation: string, request: Request): Promise<void> {
  const status = dig(await session.send(operation, request), "status");
  if (status === "completed") return;
  throw status === undefined ? badAnswer(operation) : requestFailure(operation, { status: 200 }, true);
}

/** All ways to the server: deadlines, retries, and nothing that could carry the key elsewhere. */
export function createTransport({ address, apiKey, clock }: TransportParts): Transport {
  const { origin, prefix, ca } = address;
  const agent = new Agent({ maxResponseSize: MAX_RESPONSE_BYTES, ...(ca === undefined ? {} : { connect: { ca } }) });
  const client = new QdrantClient({
    url: origin,
    prefix,
    // Else the client adds its own to an address without one.
    port: null,
    // As a plain header: the client prints a warning where the key goes to this machine by http.
    headers: { ...(apiKey === undefined ? {} : { "api-key": apiKey }), "accept-encoding": "identity" },
    // A finite one would take the place of the caller's signal.
    timeout: Infinity,
    checkCompatibility: false,
  });
  const api = client.api();
  const initOf = (signal: AbortSignal, seen: Seen): RequestInit => {
    const dispatcher = agent.compose(
      (dispatch) => (options, handler) => dispatch(options, new Watcher(handler, seen)),
    ) as unknown as NonNullable<RequestInit["dispatcher"]>;
    return { signal, dispatcher, redirect: "manual" };
  };

  const begin: Transport["begin"] = (kind, options) => {
    const limit = LIMITS[kind];
    const given = options?.signal === undefined ? [] : [options.signal];
    const signal = AbortSignal.any([AbortSignal.timeout(limit.ms), ...given]);
    return {
      send: async (operation, request) => {
        for (let attempt = 0; ; attempt += 1) {
          const seen: Seen = {};
          try {
            return resultOf((await request(api, initOf(signal, seen))).data);
          } catch {
            const failure = requestFailure(operation, seen, signal.aborted);
            const waitMs = retryAfterMs(seen, clock) ?? backoffMs(attempt);
            const isOver = signal.aborted || attempt >= limit.retries || waitMs >= limit.ms;
            if (isOver || !isTransient(seen)) throw failure;
            await sleep(waitMs, undefined, { signal }).catch(() => {
              throw failure;
            });
          }
        }
      },
    };
  };

  let closed: Promise<void> | undefined;
  return { begin, close: () => (closed ??= agent.close()) };
}
