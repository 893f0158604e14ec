/** A running Postgres server. */
export interface PostgresServer {
  /** Connection URL of a superuser. */
  readonly url: string;
  /** Ends a server that was started, with its data; does nothing to one that was given. */
  stop(): Promise<void>;
}

/** One line that says why there is no server, and what to do. */
export declare class PostgresStartError extends Error {}

export declare function startPostgres(
  env?: NodeJS.ProcessEnv,
  options?: { readonly durable?: boolean },
): Promise<PostgresServer>;
