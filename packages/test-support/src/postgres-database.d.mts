/** An empty database of a real Postgres server. */
export interface TestDatabase extends AsyncDisposable {
  readonly name: string;
  /** Connection URL of its owner, a superuser. */
  readonly url: string;
  /** A new login role that may do nothing yet; it goes with the database. */
  createRole(): Promise<TestRole>;
  /** Lets the server end every connection there is, in whatever it is doing. */
  cutConnections(): Promise<void>;
  /** Ends every connection and removes the database with its roles; may be called twice. */
  drop(): Promise<void>;
}

export interface TestRole {
  readonly name: string;
  /** Connection URL of the role in the database. */
  readonly url: string;
}

/** @param template - name of a database to copy, which nobody is connected to; default: an empty one */
export declare function createDatabase(serverUrl: string, template?: string): Promise<TestDatabase>;
