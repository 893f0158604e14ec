/** Bytes of UTF-8 that count as one token: by bytes, not characters, so that no script is undercounted. */
const BYTES_PER_TOKEN = 4;

/** Size of a text in tokens, at least 1. */
export function countTokens(text: string): number {
  return tokensOfBytes(utf8Bytes(text));
}

export function tokensOfBytes(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BYTES_PER_TOKEN));
}

export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
