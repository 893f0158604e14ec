import { InvalidInputError } from "../../errors/errors.ts";
import type { Page, PageRequest } from "../../ports/claim-store.ts";

type KeyPart = string | number | boolean;
export type SortKey = readonly KeyPart[];

/** Compares sort keys part by part; `true` after `false`, text by code unit as it is ASCII in every key. */
function compareKeys(a: SortKey, b: SortKey): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? left;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

const encoded = (key: SortKey): string => Buffer.from(JSON.stringify(key)).toString("base64url");

function badCursor(): InvalidInputError {
  return new InvalidInputError("input.invalid", "The cursor is not one that a page gave", {
    details: { field: "cursor" },
  });
}

function decoded(cursor: string, shape: SortKey): SortKey {
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw badCursor();
  }
  if (!Array.isArray(key) || key.length !== shape.length) throw badCursor();
  const parts = key as unknown[];
  if (parts.some((part, index) => typeof part !== typeof shape[index])) throw badCursor();
  return parts as SortKey;
}

export interface Order<Item> {
  /** Ends in the id, so that no two items share a key. */
  keyOf(item: Item): SortKey;
  /** Any key: tells the type of each part. */
  readonly shape: SortKey;
}

/** One page in descending order of the keys. */
export function pageOf<Item>(all: readonly Item[], order: Order<Item>, page: PageRequest): Page<Item> {
  const after = page.cursor === undefined ? undefined : decoded(page.cursor, order.shape);
  const sorted = all.toSorted((a, b) => compareKeys(order.keyOf(b), order.keyOf(a)));
  const rest = after === undefined ? sorted : sorted.filter((item) => compareKeys(order.keyOf(item), after) < 0);
  const items = rest.slice(0, page.limit);
  const last = items.at(-1);
  const hasMore = rest.length > items.length && last !== undefined;
  return { items, nextCursor: hasMore ? encoded(order.keyOf(last)) : undefined, total: all.length };
}
