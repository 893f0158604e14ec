/** How the value of an option is read; an option without a value is a switch. */
export type OptionKind = "text" | "count" | "number" | "list" | "repeat";

export interface OptionSpec {
  /** As the help shows it: `--limit <n>`, `-j, --json`. */
  readonly flags: string;
  readonly about: string;
  /**
   * Default `text` for an option with a value. `count` is a whole number of at least 1, `list` is comma separated,
   * `repeat` may be given many times.
   */
  readonly kind?: OptionKind;
  readonly choices?: readonly string[];
  /** Accepted, but not shown. */
  readonly hidden?: boolean;
}
