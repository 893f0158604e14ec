import type { ProjectStore } from "../../ports/project-store.ts";
import type { Session } from "./session.ts";

export function createProjectStore(session: Session): ProjectStore {
  return {
    findKeys: async (keyHashes) => {
      const { projectKeys } = session.read();
      return [...new Set(keyHashes)].flatMap((keyHash) => {
        const row = projectKeys.get(keyHash);
        return row === undefined ? [] : [{ keyHash, kind: row.kind, scope: row.scope }];
      });
    },
    takenScopes: async (scopes) => {
      const { projects } = session.read();
      return new Set(scopes.filter((scope) => projects.has(scope)));
    },
    record: ({ scope, slug, lastPath, keys, at }) =>
      session.write((tables) => {
        const firstSeen = tables.projects.get(scope)?.firstSeen ?? at;
        tables.projects.set(scope, { scope, slug, lastPath, firstSeen, lastSeen: at });
        for (const { kind, keyHash } of keys) {
          if (!tables.projectKeys.has(keyHash))
            tables.projectKeys.set(keyHash, { kind, keyHash, scope, firstSeen: at });
        }
      }),
  };
}
