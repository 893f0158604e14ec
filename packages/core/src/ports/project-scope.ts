/** Scope of the project at hand. */
export interface ProjectScope {
  /** Finds it, and stores the mapping when the project is new; call it inside the write's transaction. */
  forWrite(): Promise<string>;
  /** Finds it and stores nothing. */
  forRead(): Promise<string>;
}
