import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

import { ConfigError } from "../errors/errors.ts";

/** Encrypts what is redacted, so that only who holds the operator's key can bring it back. */
export interface Sealer {
  seal(text: string): string;
  /** @throws ConfigError `config.invalid` when the text was sealed with another key, or is not as it was sealed */
  open(sealed: string): string;
}

const VERSION = "v1:";
/** Sizes that AES-256-GCM is used with (NIST SP 800-38D §5.2.1.1, §8.2.1). */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function keyBytes(key: string, name: string): Buffer {
  const bytes = Buffer.from(key, "base64");
  if (bytes.length === KEY_BYTES && bytes.toString("base64") === key) return bytes;
  throw new ConfigError("config.invalid", `${name}: must be 32 bytes in base64; openssl rand -base64 32 makes one`, {
    details: { name },
  });
}

function decrypted(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(VERSION.length), "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAuthTag(tag);
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}

/**
 * AES-256-GCM with a fresh nonce for each text. Sealed is `v1:` and the base64 of nonce, tag and ciphertext.
 *
 * @param key 32 bytes in base64
 * @param name of the setting that holds the key, for errors
 * @throws ConfigError `config.invalid` when the key is malformed
 */
export function createSealer(key: string, name: string): Sealer {
  const bytes = keyBytes(key, name);
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", bytes, nonce, { authTagLength: TAG_BYTES });
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64");
    },
    open: (sealed) => {
      try {
        if (sealed.startsWith(VERSION)) return decrypted(bytes, sealed);
      } catch {
        // The library says no more than that it did not work.
      }
      throw new ConfigError("config.invalid", `${name}: what was sealed cannot be opened with this key`, {
        details: { name },
      });
    },
  };
}
