/** How far each file of notes has been taken into the store: in one transaction with what its lines changed. */
export interface SpoolStore {
  /** Number of the last line taken in, 0 = none. */
  lastLine(file: string): Promise<number>;
  /** The same, and nobody else may take in lines of the file until the transaction ends. */
  lockLastLine(file: string): Promise<number>;
  setLastLine(file: string, line: number): Promise<void>;
  /** For a file that is not there any more. */
  forget(file: string): Promise<void>;
}
