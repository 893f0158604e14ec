/** The command line contradicts itself or lacks a part: exit code 2, code `USAGE`. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
