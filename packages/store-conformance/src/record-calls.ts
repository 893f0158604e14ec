import type { Store } from "@memorymaster/core";

type Member = (...args: never[]) => unknown;

const isMethod = (value: unknown): value is Member => typeof value === "function";
const isPort = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Gets the name of a method that is called, and its arguments. */
export type NoteCall = (method: string, args: readonly unknown[]) => void;

function watching<Of extends object>(target: Of, prefix: string, note: NoteCall): Of {
  return new Proxy(target, {
    get: (of, key) => {
      const value: unknown = Reflect.get(of, key);
      if (typeof key !== "string") return value;
      if (isPort(value)) return watching(value, `${prefix}${key}.`, note);
      if (!isMethod(value)) return value;
      return (...args: never[]) => {
        note(`${prefix}${key}`, args);
        return value.apply(of, args);
      };
    },
  });
}

/** The same store, telling each call before it is made. */
export function watchCalls(store: Store, note: NoteCall): Store {
  return watching(store, "", note);
}

/** The same store, noting the name of each method that is called: `claims.insert`, `transaction`. */
export function recordCalls(store: Store, called: Set<string>): Store {
  return watchCalls(store, (method) => called.add(method));
}

/** Names of the methods of an object of ports, in the form that `recordCalls` notes. */
export function methodsOf(ports: object): readonly string[] {
  return Object.entries(ports)
    .flatMap(([name, value]: [string, unknown]) => {
      if (isMethod(value)) return [name];
      return isPort(value) ? methodsOf(value).map((method) => `${name}.${method}`) : [];
    })
    .sort();
}
