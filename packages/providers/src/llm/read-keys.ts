import { uniqueKeys } from "./key-ring.ts";
import type { ApiKey } from "./key-ring.ts";

/** `label=key`; a key that ends with `=` is no label. */
const LABELLED = /^([\w .-]{1,40}?)\s*=\s*([^=\s].*)$/;

const unquoted = (text: string): string => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;

function labelled(entries: readonly { readonly label?: string | undefined; readonly key: string }[]): ApiKey[] {
  return uniqueKeys(entries).map(({ label, key }, index) => ({ label: label ?? `key${index + 1}`, key }));
}

/** Keys of a comma list, labelled `key1`, `key2`, … */
export function parseKeyList(text: string): readonly ApiKey[] {
  return labelled(text.split(",").map((part) => ({ key: unquoted(part.trim()) })));
}

/** Keys of a key file: a line each, `label=key` or the key alone; `#` begins a comment; each key once. */
export function parseKeyFile(text: string): readonly ApiKey[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const kept = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return labelled(
    kept.map((line) => {
      const [, label, key = line] = LABELLED.exec(line) ?? [];
      return { label, key: unquoted(key.trim()) };
    }),
  );
}
