import type { CollectionAdmin, VectorIndex } from "@memorymaster/core";

export interface Call {
  /** `query`, `upsert`, `admin.swap`, … */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What happens instead of a call; it may go on with the call itself. */
export type Instead = (proceed: () => Promise<unknown>, args: readonly unknown[]) => Promise<unknown>;

export interface WatchedIndex {
  readonly index: VectorIndex;
  /** In order, those over other collections of the same index included. */
  readonly calls: Call[];
  /** By name of the call. */
  readonly instead: Map<string, Instead>;
  readonly named: (name: string) => readonly Call[];
}

const WATCHED = [
  "describe",
  "ensure",
  "query",
  "upsert",
  "setPolicy",
  "delete",
  "deletePoints",
  "scan",
  "count",
] as const;
const WATCHED_OF_ADMIN = ["active", "swap", "list", "drop"] as const;

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** An index whose calls are written down and can be made to go wrong. */
export function watch(inner: VectorIndex): WatchedIndex {
  const calls: Call[] = [];
  const instead = new Map<string, Instead>();

  const watchedMethods = <Target extends object>(target: Target, names: readonly string[], prefix: string): Target => {
    const methods = names.map((name): readonly [string, Method] => [
      name,
      async (...args) => {
        calls.push({ name: `${prefix}${name}`, args });
        const method = (target as Record<string, unknown>)[name] as Method;
        const proceed = (): Promise<unknown> => method.apply(target, [...args]);
        return (instead.get(`${prefix}${name}`) ?? ((go) => go()))(proceed, args);
      },
    ]);
    return { ...target, ...Object.fromEntries(methods) };
  };
  const wholeIndex = (target: VectorIndex): VectorIndex => watchedMethods(target, WATCHED, "");
  const wholeAdmin = (admin: CollectionAdmin): CollectionAdmin => ({
    ...watchedMethods(admin, WATCHED_OF_ADMIN, "admin."),
    nameFor: (fp) => admin.nameFor(fp),
    at: (physical) => wholeIndex(admin.at(physical)),
  });

  const { admin } = inner;
  const index = { ...wholeIndex(inner), ...(admin !== undefined && { admin: wholeAdmin(admin) }) };
  return { index, calls, instead, named: (name) => calls.filter((call) => call.name === name) };
}
