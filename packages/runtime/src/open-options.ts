import type { Clock, LogLevel } from "@memorymaster/core";

import type { Environment } from "./environment.ts";

export interface OpenOptions {
  /** Name of the surface: source of automatic citations, agent of callers without a name. */
  readonly surface: string;
  /**
   * SQLite path or connection string. Default: the first of stealth file in `cwd`, `MEMORYMASTER_DEFAULT_DB`, nearest
   * `memorymaster.db` up to the root of the repository, `~/.memorymaster/memory.db`.
   */
  readonly db?: string | undefined;
  /** Uses `.memorymaster-stealth.db` in `cwd`, whatever else is named. Default false. */
  readonly stealth?: boolean | undefined;
  /** Folder of the project. Default: `MEMORYMASTER_WORKSPACE`, then `cwd`. */
  readonly workspace?: string | undefined;
  /** JSON configuration file. Default: `MEMORYMASTER_CONFIG_FILE`, else none. */
  readonly config?: string | undefined;
  /** Only this tenant's claims exist. Default: not bound to one. */
  readonly tenant?: string | undefined;
  /** The named caller, who sees nobody else's private claims. Default: the local operator, who sees them all. */
  readonly principal?: string | undefined;
  /** Least level that is logged. Default: `MEMORYMASTER_LOG_LEVEL`, the configuration file, `warning`. */
  readonly logLevel?: LogLevel | undefined;
  /** Opens without any right to write. Default false. */
  readonly readOnly?: boolean | undefined;
  /** Makes the database when there is none. Default false: that is an error then. */
  readonly create?: boolean | undefined;
  /** Keep the index of meanings in step while it is open, for processes that live long. Default false. */
  readonly background?: boolean | undefined;
  /** Default: the variables of the process. */
  readonly env?: Environment | undefined;
  /** Default: the current folder of the process. */
  readonly cwd?: string | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Takes each line of the log. Default: stderr. */
  readonly writeLog?: ((line: string) => void) | undefined;
}
