export const PROJECT_KEY_KINDS = ["origin", "root_commit", "path"] as const;
export type ProjectKeyKind = (typeof PROJECT_KEY_KINDS)[number];

export interface ProjectKey {
  readonly kind: ProjectKeyKind;
  /** sha256 of kind, U+001F and value. */
  readonly keyHash: string;
}

export interface ProjectMatch extends ProjectKey {
  readonly scope: string;
}

/** Which project owns which scope. */
export interface ProjectStore {
  /** Known keys among these hashes. */
  findKeys(keyHashes: readonly string[]): Promise<readonly ProjectMatch[]>;
  /** Those of the scopes that a project holds. */
  takenScopes(scopes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Creates the project or refreshes it, and adds the keys it lacks. */
  record(project: {
    readonly scope: string;
    readonly slug: string;
    readonly lastPath: string;
    readonly keys: readonly ProjectKey[];
    readonly at: string;
  }): Promise<void>;
}
