import type { ProjectKeyKind, ProjectStore } from "@memorymaster/core";
import type { Kysely } from "kysely";
import type { Codecs, Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import type { Session } from "../transaction.ts";

type Project = Parameters<ProjectStore["record"]>[0];

async function recordProject(db: Kysely<Schema>, codecs: Codecs, project: Project): Promise<void> {
  const at = codecs.time.encode(project.at);
  const seen = { slug: project.slug, last_path: project.lastPath, last_seen: at };
  await db
    .insertInto("projects")
    .values({ scope: project.scope, ...seen, first_seen: at })
    .onConflict((conflict) => conflict.column("scope").doUpdateSet(seen))
    .execute();
  if (project.keys.length === 0) return;
  await db
    .insertInto("project_keys")
    .values(
      project.keys.map(({ keyHash, kind }) => ({ key_hash: keyHash, kind, scope: project.scope, first_seen: at })),
    )
    .onConflict((conflict) => conflict.column("key_hash").doNothing())
    .execute();
}

export function createProjectStore(session: Session, { codecs, lists }: Flavor): ProjectStore {
  return {
    findKeys: async (keyHashes) => {
      const rows = await session
        .db()
        .selectFrom("project_keys")
        .selectAll()
        .where("key_hash", "in", lists.texts(lists.encode(keyHashes)))
        .execute();
      const byHash = new Map(rows.map((row) => [row.key_hash, row]));
      return [...new Set(keyHashes)].flatMap((keyHash) => {
        const row = byHash.get(keyHash);
        return row === undefined ? [] : [{ keyHash, kind: row.kind as ProjectKeyKind, scope: row.scope }];
      });
    },
    takenScopes: async (scopes) => {
      const rows = await session
        .db()
        .selectFrom("projects")
        .select("scope")
        .where("scope", "in", lists.texts(lists.encode(scopes)))
        .execute();
      return new Set(rows.map((row) => row.scope));
    },
    record: (project) => session.write((db) => recordProject(db, codecs, project)),
  };
}
