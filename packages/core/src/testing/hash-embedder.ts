import { unitVector } from "../embedding/similarity.ts";
import { embeddingSpec } from "../embedding/embedding-spec.ts";
import type { Embedder } from "../ports/embedder.ts";

const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

/** Which words of the message each of the 12 rounds takes, as hex digits. */
const SIGMA =
  "0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d 2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0 0123456789abcdef ea489fd61c02b753"
    .split(" ")
    .map((digits) => Array.from(digits, (digit) => Number.parseInt(digit, 16)));

/** The four words that each of the eight mixings of a round works on: columns, then diagonals. */
const MIXED = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((digits) =>
  Array.from(digits, (digit) => Number.parseInt(digit, 16)),
);

const ROTATIONS: readonly (readonly [bigint, bigint])[] = [
  [32n, 24n],
  [16n, 63n],
];

const BLOCK = 128;
const DIGEST_BYTES = 32;

const rotated = (word: bigint, by: bigint): bigint => (word >> by) | BigInt.asUintN(64, word << (64n - by));

function mix(v: BigUint64Array, at: readonly number[], words: readonly bigint[]): void {
  const [a = 0, b = 0, c = 0, d = 0] = at;
  const get = (index: number): bigint => v[index] ?? 0n;
  ROTATIONS.forEach(([first, second], half) => {
    v[a] = get(a) + get(b) + (words[half] ?? 0n);
    v[d] = rotated(get(d) ^ get(a), first);
    v[c] = get(c) + get(d);
    v[b] = rotated(get(b) ^ get(c), second);
  });
}

function compress(
  state: BigUint64Array,
  block: DataView,
  end: { readonly at: bigint; readonly isLast: boolean },
): void {
  const v = BigUint64Array.from([...state, ...IV]);
  v[12] = (v[12] ?? 0n) ^ end.at;
  if (end.isLast) v[14] = ~(v[14] ?? 0n);
  for (const order of SIGMA) {
    MIXED.forEach((at, index) => {
      const words = order.slice(2 * index, 2 * index + 2).map((word) => block.getBigUint64(8 * word, true));
      mix(v, at, words);
    });
  }
  state.forEach((word, index) => (state[index] = word ^ (v[index] ?? 0n) ^ (v[index + 8] ?? 0n)));
}

/** The 32-byte form of BLAKE2b (RFC 7693), which Node's crypto does not have. */
function blake2b256(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(bytes);
  const state = BigUint64Array.from(IV);
  state[0] = (state[0] ?? 0n) ^ 0x01010000n ^ BigInt(DIGEST_BYTES);
  for (let block = 0; block < blocks; block += 1) {
    const isLast = block === blocks - 1;
    const at = BigInt(isLast ? bytes.length : (block + 1) * BLOCK);
    compress(state, new DataView(padded.buffer, block * BLOCK, BLOCK), { at, isLast });
  }
  const digest = new DataView(new ArrayBuffer(DIGEST_BYTES));
  for (let word = 0; word < 4; word += 1) digest.setBigUint64(8 * word, state[word] ?? 0n, true);
  return digest;
}

function hashVector(text: string, dims: number): Float32Array {
  const sums = new Float64Array(dims);
  const tokens = text.toLowerCase().split(/\s+/u).filter(Boolean);
  tokens.forEach((token, i) => {
    const digest = blake2b256(`${i}:${token}`);
    for (let j = 0; j < 8; j += 1) {
      const n = digest.getUint32(4 * j);
      const slot = (n + i + j) % dims;
      sums[slot] = (sums[slot] ?? 0) + ((n % 2 === 0 ? 1 : -1) * (n % 1000)) / 1000;
    }
  });
  return unitVector(sums) ?? Float32Array.from(sums);
}

/** `hash-v1`: the same text gives the same vector in every process, and nothing else. Empty text gives zeros. */
export function createHashEmbedder(dims = 1536): Embedder {
  const spec = embeddingSpec({ provider: "hash", model: "hash-v1", revision: "", dims });
  const embed = async (texts: readonly string[]): Promise<Float32Array[]> =>
    texts.map((text) => hashVector(text, dims));
  return { spec, noiseFloor: 1, isSemantic: false, degraded: false, embed };
}
