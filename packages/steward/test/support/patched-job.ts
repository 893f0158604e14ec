import type { Store } from "@memorymaster/core";
import type { Job } from "../../src/types.ts";

/** The same run over a store of which some ports behave otherwise. */
export function patchedJob(job: Job, patch: (store: Store) => Partial<Store>): Job {
  const { store } = job.context;
  return { ...job, context: { ...job.context, store: { ...store, ...patch(store) } } };
}

const PORTS = ["claims", "events", "proposals", "jobs", "links", "history", "search"] as const;

/** Counts every call of a port, by its name. */
export function countingJob(job: Job): { readonly job: Job; readonly calls: Map<string, number> } {
  const calls = new Map<string, number>();
  const counted = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get: (target, key) => {
        const name_ = `${name}.${String(key)}`;
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "function") return member;
        return (...parameters: unknown[]): unknown => {
          calls.set(name_, (calls.get(name_) ?? 0) + 1);
          return Reflect.apply(member, target, parameters);
        };
      },
    });
  const patch = (store: Store): Partial<Store> =>
    Object.fromEntries(PORTS.map((name) => [name, counted(name, store[name])]));
  return { job: patchedJob(job, patch), calls };
}
