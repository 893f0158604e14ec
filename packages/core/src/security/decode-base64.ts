const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SEXTETS = sextets();
const NIBBLES = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
const UTF8 = new TextDecoder();
/** At least this share of what was decoded must be printable for it to be text. */
const PRINTABLE_RATIO = 0.85;
/** This many decoded bytes are looked at before the rest is decoded. */
const PROBE = 18;

/**
 * The text that a run of base64 or base64url stands for.
 *
 * @returns undefined when the bytes are no text: not 85 % printable, or with a NUL among them
 */
export function decodeBase64(run: string): string | undefined {
  const digits = run.replace(/=+$/, "");
  const length = Math.floor((digits.length * 3) / 4);
  if (length === 0 || (length > PROBE && !isMostlyPrintable(bytesOf(digits, PROBE)))) return undefined;
  return printableText(bytesOf(digits, length));
}

/** The text of a run of hex digits, under the same conditions. */
export function decodeHex(run: string): string | undefined {
  const bytes = new Uint8Array(run.length >> 1);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = (NIBBLES[run.charCodeAt(2 * at)] ?? 0) * 16 + (NIBBLES[run.charCodeAt(2 * at + 1)] ?? 0);
  }
  return isMostlyPrintable(bytes.subarray(0, PROBE)) ? printableText(bytes) : undefined;
}

function printableText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = UTF8.decode(bytes);
  const odd = text.match(/[^\P{C}\n\r\t]|\uFFFD/gu)?.length ?? 0;
  return text.length - odd >= PRINTABLE_RATIO * text.length ? text : undefined;
}

/** Quick judgement of the first bytes: control characters and bytes that stand where UTF-8 has none. */
function isMostlyPrintable(bytes: Uint8Array): boolean {
  let odd = 0;
  let previous = 0;
  for (const byte of bytes) {
    const isStray = previous < 0x80 && byte >= 0x80 && byte < 0xc0;
    if (isControl(byte) || isStray || byte > 0xf4) odd += 1;
    previous = byte;
  }
  return odd <= (1 - PRINTABLE_RATIO) * bytes.length + 1;
}

function isControl(byte: number): boolean {
  return byte === 127 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
}

function bytesOf(digits: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = 0; at < length; index += 1) {
    bits = (bits << 6) | (SEXTETS[digits.charCodeAt(index)] ?? 0);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at] = (bits >> held) & 0xff;
    at += 1;
  }
  return bytes;
}

function sextets(): Uint8Array {
  const table = new Uint8Array(128);
  for (let value = 0; value < ALPHABET.length; value += 1) table[ALPHABET.charCodeAt(value)] = value;
  table["-".charCodeAt(0)] = 62;
  table["_".charCodeAt(0)] = 63;
  return table;
}
