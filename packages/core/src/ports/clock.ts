/** Source of time; tests freeze it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
}
