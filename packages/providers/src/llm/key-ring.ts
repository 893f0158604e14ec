import type { Clock } from "@memorymaster/core";

export interface ApiKey {
  /** For messages; never part of the key. */
  readonly label: string;
  readonly key: string;
}

/** A key to use now, or how long until the first one may be used again; `undefined` = none is left. */
export type NextKey = { readonly key: ApiKey } | { readonly waitMs: number } | undefined;

/** The keys of one service. Its state is shared by all calls of the process. */
export interface KeyRing {
  readonly size: number;
  /** In turn, without those that rest, are refused, or have been tried. */
  next(tried: ReadonlySet<string>): NextKey;
  succeeded(key: ApiKey): void;
  /** Too many calls: rests. Default 60 s. */
  cool(key: ApiKey, ms: number | undefined): void;
  /** Refused: never used again by this process. */
  ban(key: ApiKey): void;
}

const COOLDOWN_MS = 60_000;

/** Each key once, under its first label; no empty one. */
export function uniqueKeys<Entry extends Pick<ApiKey, "key">>(entries: readonly Entry[]): readonly Entry[] {
  const first = new Map([...entries].reverse().map((entry) => [entry.key, entry]));
  return entries.filter((entry) => entry.key !== "" && first.get(entry.key) === entry);
}

export function createKeyRing(given: readonly ApiKey[], clock: Clock, cooldownMs: number = COOLDOWN_MS): KeyRing {
  const keys = uniqueKeys(given);
  const restsUntil = new Map<string, number>();
  const banned = new Set<string>();
  let turn = 0;
  return {
    size: keys.length,
    next: (tried) => {
      const inTurn = [...keys.slice(turn), ...keys.slice(0, turn)];
      const left = inTurn.filter(({ key }) => !banned.has(key) && !tried.has(key));
      const waits = left.map(({ key }) => (restsUntil.get(key) ?? 0) - clock.nowMs());
      const free = left[waits.findIndex((wait) => wait <= 0)];
      if (free === undefined) return left.length === 0 ? undefined : { waitMs: Math.min(...waits) };
      turn = (keys.indexOf(free) + 1) % keys.length;
      return { key: free };
    },
    succeeded: ({ key }) => void restsUntil.delete(key),
    cool: ({ key }, ms = cooldownMs) => void restsUntil.set(key, clock.nowMs() + ms),
    ban: ({ key }) => void banned.add(key),
  };
}
