import type { Clock } from "@memorymaster/core";

/** A provider could not be asked, or said nothing. Holds neither prompt nor answer. */
export interface ProviderFailure {
  readonly provider: string;
  /** `http_500`, `quota`, `timeout`, `transport_error`, `empty`. */
  readonly reason: string;
}

export interface FailureSignal extends ProviderFailure {
  /** Failures since the last signal of the same provider and reason, this one included. */
  readonly occurrences: number;
}

export interface FailureThrottle {
  readonly record: (failure: ProviderFailure) => void;
  /** Signals what has been held back, at the end of a run. */
  readonly flush: () => void;
}

export interface ThrottleOptions {
  readonly clock: Clock;
  /** Default 300,000. */
  readonly intervalMs?: number | undefined;
}

/**
 * Turns failures into few signals: the first one at once, then at most one per provider and reason in an interval, with
 * the number of those held back. Never throws, whatever `emit` does.
 */
export function throttleFailures(
  emit: (signal: FailureSignal) => void | Promise<void>,
  { clock, intervalMs = 300_000 }: ThrottleOptions,
): FailureThrottle {
  const known = new Map<string, { readonly failure: ProviderFailure; held: number; quietUntil: number }>();
  const signal = async (failure: ProviderFailure, occurrences: number): Promise<void> => {
    await emit({ provider: failure.provider, reason: failure.reason, occurrences });
  };
  const send = (failure: ProviderFailure, occurrences: number): void => {
    // Recording a failure must not become one.
    signal(failure, occurrences).catch(() => undefined);
  };
  return {
    record: (failure) => {
      const name = JSON.stringify([failure.provider, failure.reason]);
      const entry = known.get(name) ?? { failure, held: 0, quietUntil: -Infinity };
      known.set(name, entry);
      entry.held += 1;
      if (clock.nowMs() < entry.quietUntil) return;
      send(failure, entry.held);
      entry.held = 0;
      entry.quietUntil = clock.nowMs() + intervalMs;
    },
    flush: () => {
      for (const entry of known.values()) {
        if (entry.held > 0) send(entry.failure, entry.held);
        entry.held = 0;
      }
    },
  };
}
