/** Sign bits of vectors, 32 to a word: close vectors differ in few of them. */
export const wordsOf = (dims: number): number => Math.ceil(dims / 32);

export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A copy: the bytes of a row may begin anywhere. */
export const floatsOf = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

/** One bit for each dimension, set where the vector is above the center, which is zero if there is none. */
export function binaryCode(vector: Float32Array, center: Float32Array | undefined): Uint32Array {
  const code = new Uint32Array(wordsOf(vector.length));
  for (let index = 0; index < vector.length; index += 1) {
    const isAbove = (vector[index] ?? 0) > (center?.[index] ?? 0);
    if (isAbove) code[index >>> 5] = (code[index >>> 5] ?? 0) | (1 << (index & 31));
  }
  return code;
}

/** How many of each four bits of a word are set, in their place. @see Warren, Hacker's Delight, 5-1 */
function countsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

/** The sum of up to three of these counts: more do not fit into four bits. */
function sumOf(counts: number): number {
  return Math.imul((counts & 0x0f0f0f0f) + ((counts >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

export interface Codes {
  /** One after the other, all of the length of the code that is asked for. */
  readonly words: Uint32Array;
  readonly size: number;
  /** Whether the code at a place takes part. */
  readonly takesPart: (place: number) => boolean;
}

const wordAt = (words: Uint32Array, place: number): number => words[place] ?? 0;

/** In how many bits the code that begins at a word differs. */
function distanceAt(at: number, words: Uint32Array, asked: Uint32Array): number {
  let distance = 0;
  let word = 0;
  for (; word < asked.length - 2; word += 3) {
    distance += sumOf(
      countsIn(wordAt(words, at + word) ^ wordAt(asked, word)) +
        countsIn(wordAt(words, at + word + 1) ^ wordAt(asked, word + 1)) +
        countsIn(wordAt(words, at + word + 2) ^ wordAt(asked, word + 2)),
    );
  }
  for (; word < asked.length; word += 1) distance += sumOf(countsIn(wordAt(words, at + word) ^ wordAt(asked, word)));
  return distance;
}

/** A code that takes no part is farther than any other. */
function distancesTo(asked: Uint32Array, { words, size, takesPart }: Codes): Uint32Array {
  const width = asked.length;
  const distances = new Uint32Array(size).fill(32 * width + 1);
  for (let place = 0; place < size; place += 1) {
    if (takesPart(place)) distances[place] = distanceAt(width * place, words, asked);
  }
  return distances;
}

/** Up to which distance, `greatest` at most, the `wanted` least ones lie, and how many of exactly that one are taken. */
function leastOf(distances: Uint32Array, greatest: number, wanted: number): { farthest: number; room: number } {
  const counts = new Uint32Array(greatest + 2);
  for (let place = 0; place < distances.length; place += 1) {
    const distance = distances[place] ?? 0;
    counts[distance] = (counts[distance] ?? 0) + 1;
  }
  let [farthest, room] = [0, wanted];
  for (; farthest < greatest && (counts[farthest] ?? 0) < room; farthest += 1) room -= counts[farthest] ?? 0;
  return { farthest, room };
}

/** Places of the `wanted` codes that differ least from the one asked for; a tie at the end goes to the first places. */
export function nearestCodes(asked: Uint32Array, codes: Codes, wanted: number): readonly number[] {
  const distances = distancesTo(asked, codes);
  const { farthest, room } = leastOf(distances, 32 * asked.length, wanted);
  const places: number[] = [];
  let left = room;
  for (let place = 0; place < distances.length; place += 1) {
    const distance = distances[place] ?? 0;
    if (distance > farthest) continue;
    if (distance < farthest || left > 0) places.push(place);
    if (distance === farthest) left -= 1;
  }
  return places;
}
