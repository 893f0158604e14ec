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
  /** The environment variable that the value stands for in this call. */
  readonly variable?: string;
  /** Accepted, but not shown. */
  readonly hidden?: boolean;
}

/** Name of an option in `CommandInput.options`: `--qdrant-url <url>` → `qdrantUrl`. */
export function optionName({ flags }: OptionSpec): string {
  const long = /--([a-z-]+)/.exec(flags)?.[1] ?? "";
  return long.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
