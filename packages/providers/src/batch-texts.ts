export interface BatchLimits {
  readonly maxItems: number;
  /** In UTF-8. A longer text is a batch of its own. */
  readonly maxBytes: number;
}

/** The texts in order, in batches within the limits. */
export function batchTexts(texts: readonly string[], { maxItems, maxBytes }: BatchLimits): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const bytes = Buffer.byteLength(text);
    const last = batches.at(-1);
    if (last === undefined || last.length >= maxItems || bytes > room) {
      batches.push([text]);
      room = maxBytes - bytes;
    } else {
      last.push(text);
      room -= bytes;
    }
  }
  return batches;
}
