import type { Clock, Ids } from "@memorymaster/core";
import type { ConnectionOptions } from "../connection/open-connection.ts";

/** The file of a database, how it is opened, and what work on it as a file needs besides. */
export interface DatabaseSite extends ConnectionOptions {
  readonly clock: Clock;
  readonly ids: Ids;
}
