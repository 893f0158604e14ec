/** The original of something redacted, encrypted with the operator's key; bound to the event that says so. */
export interface SealedPayload {
  readonly eventId: number;
  readonly claimId: number;
  /** `v1:` and base64: see `security/sealer.ts`. */
  readonly sealed: string;
  readonly createdAt: string;
}

export interface SealStore {
  /** Takes the place of what is sealed for that event. */
  put(payload: SealedPayload): Promise<void>;
  get(eventId: number): Promise<SealedPayload | undefined>;
  /** Forgets every original of a claim; returns how many. */
  removeOf(claimId: number): Promise<number>;
}
