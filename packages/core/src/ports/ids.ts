/** Source of everything random; tests count instead. */
export interface Ids {
  /** A new UUIDv7 in lower case, `atMs` in its time part (RFC 9562 §5.7). */
  uid(atMs: number): string;
  /** 16 random bytes as 32 lower hex digits: the salt of one content digest. */
  salt(): string;
}
