/** Values of one width by ids that come in rising order, in as few bytes as they have. */
export interface IdIndex {
  /** @param hex twice as many digits as the width */
  add(id: number, hex: string): void;
  get(id: number): string | undefined;
}

/** @param width bytes of a value */
export function createIdIndex(width: number): IdIndex {
  let ids = new Float64Array(1024);
  let values = Buffer.alloc(width * ids.length);
  let size = 0;
  const grow = (): void => {
    const [oldIds, oldValues] = [ids, values];
    ids = new Float64Array(2 * size);
    ids.set(oldIds);
    values = Buffer.alloc(2 * oldValues.length);
    oldValues.copy(values);
  };
  const place = (id: number): number => {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: (id, hex) => {
      if (size === ids.length) grow();
      ids[size] = id;
      values.write(hex, size * width, "hex");
      size += 1;
    },
    get: (id) => {
      const at = place(id);
      if (at === size || ids[at] !== id) return undefined;
      return values.toString("hex", at * width, (at + 1) * width);
    },
  };
}
