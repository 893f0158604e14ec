import type { Store } from "@memorymaster/core";

type Member = (...args: never[]) => unknown;

const isMethod = (value: unknown): value is Member => typeof value === "function";
const isPort = (value: unknown): value is object => typeof value === "object" && value !== null;

function recording<Of extends object>(target: Of, prefix: string, called: Set<string>): Of {
  return new Proxy(target, {
    get: (of, key) => {
      const value: unknown = Reflect.get(of, key);
      if (typeof key !== "string") return value;
      if (isPort(value)) return recording(value, `${prefix}${key}.`, called);
      if (!isMethod(value)) return value;
      return (...args: never[]) => {
        called.add(`${prefix}${key}`);
        return value.apply(of, args);
      };
    },
  });
}

/** The same store, noting the name of each method that is called: `claims.insert`, `transaction`. */
export function recordCalls(store: Store, called: Set<string>): Store {
  return recording(store, "", called);
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
