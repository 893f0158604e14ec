import type { Page, PageRequest } from "@memorymaster/core";
import { InvalidInputError } from "@memorymaster/core";

/** The values that a list is ordered by, ending in the id, so that no two rows share a key. */
export type SortKey = readonly (string | number | boolean)[];

/** What each part of a list's sort key is. */
export type KeyShape = readonly ("string" | "number" | "boolean")[];

export function encodeCursor(key: SortKey): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** @throws InvalidInputError `input.invalid` when the text is no cursor of such a list */
export function decodeCursor(cursor: string, shape: KeyShape): SortKey {
  const key = parsed(cursor);
  const fits =
    Array.isArray(key) && key.length === shape.length && key.every((part, index) => typeof part === shape[index]);
  if (fits) return key as SortKey;
  throw new InvalidInputError("input.invalid", "The cursor is not one that a page gave", {
    details: { field: "cursor" },
  });
}

/** How one list is read: its rows, and how many there are on all pages. */
export interface PageSource<Item> {
  readonly shape: KeyShape;
  keyOf(item: Item): SortKey;
  /** Rows in order, at most `limit`, after the key when one is given. */
  rows(limit: number, after: SortKey | undefined): Promise<readonly Item[]>;
  count(): Promise<number>;
}

/**
 * One page by keyset: it starts behind the last row of the page before, so that rows written meanwhile neither repeat
 * nor hide others. The count is asked for only when the page does not tell it.
 */
export async function readPage<Item>(source: PageSource<Item>, page: PageRequest): Promise<Page<Item>> {
  const after = page.cursor === undefined ? undefined : decodeCursor(page.cursor, source.shape);
  const rows = await source.rows(page.limit + 1, after);
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  const isWhole = after === undefined && rows.length <= page.limit;
  return {
    items,
    nextCursor: rows.length > page.limit && last !== undefined ? encodeCursor(source.keyOf(last)) : undefined,
    total: isWhole ? rows.length : await source.count(),
  };
}
