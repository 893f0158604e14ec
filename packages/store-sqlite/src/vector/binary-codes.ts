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

/** How many bits of a word are set. @see Warren, Hacker's Delight, 5-1 */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export interface Codes {
  /** One after the other, all of the length of the code that is asked for. */
  readonly words: Uint32Array;
  readonly size: number;
  /** Whether the code at a place takes part. */
  readonly takesPart: (place: number) => boolean;
}

/** Distance of a code that takes no part. */
const NOT_ASKED = -1;

function distancesTo(asked: Uint32Array, { words, size, takesPart }: Codes): Int32Array {
  const width = asked.length;
  const distances = new Int32Array(size).fill(NOT_ASKED);
  for (let place = 0, at = 0; place < size; place += 1, at += width) {
    if (!takesPart(place)) continue;
    let distance = 0;
    for (let word = 0; word < width; word += 1) distance += bitCount((words[at + word] ?? 0) ^ (asked[word] ?? 0));
    distances[place] = distance;
  }
  return distances;
}

/** Up to which distance the `wanted` least ones lie, and how many of exactly that distance are among them. */
function leastOf(distances: Int32Array, greatest: number, wanted: number): { farthest: number; room: number } {
  const counts = new Uint32Array(greatest + 2);
  for (const distance of distances) counts[distance + 1] = (counts[distance + 1] ?? 0) + 1;
  let [farthest, room] = [0, wanted];
  while (farthest <= greatest && (counts[farthest + 1] ?? 0) < room) {
    room -= counts[farthest + 1] ?? 0;
    farthest += 1;
  }
  return { farthest, room };
}

/** Places of the `wanted` codes that differ least from the one asked for; a tie at the end goes to the first places. */
export function nearestCodes(asked: Uint32Array, codes: Codes, wanted: number): readonly number[] {
  const distances = distancesTo(asked, codes);
  const { farthest, room } = leastOf(distances, 32 * asked.length, wanted);
  const places: number[] = [];
  let left = room;
  for (let place = 0; place < distances.length; place += 1) {
    const distance = distances[place] ?? NOT_ASKED;
    if (distance === NOT_ASKED || distance > farthest) continue;
    if (distance < farthest || left > 0) places.push(place);
    if (distance === farthest) left -= 1;
  }
  return places;
}
