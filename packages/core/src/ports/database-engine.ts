export interface EngineFacts {
  /** With its version. */
  readonly name: string;
  /** Who is logged in, where somebody is. */
  readonly role: string | undefined;
  /** Of the newest step of the schema that the database has. */
  readonly schemaVersion: number;
}

/** What runs a database. */
export interface DatabaseEngine {
  describe(): Promise<EngineFacts>;
}
