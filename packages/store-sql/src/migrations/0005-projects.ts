import { inPostgres } from "./in-postgres.ts";
import type { Migration } from "./migration.ts";

const PROJECTS = `create table projects (
  scope text primary key,
  slug text not null,
  last_path text,
  first_seen text not null,
  last_seen text not null
) without rowid`;

const PROJECT_KEYS = `create table project_keys (
  key_hash text primary key,
  scope text not null references projects (scope) on delete cascade,
  kind text not null check (kind in ('origin', 'root_commit', 'path')),
  first_seen text not null
) without rowid`;

const INDEX = "create index project_keys_scope on project_keys (scope)";

export const projects: Migration = {
  version: 27,
  description: "projects and what they are known by",
  up: { sqlite: [PROJECTS, PROJECT_KEYS, INDEX], postgres: [inPostgres(PROJECTS), inPostgres(PROJECT_KEYS), INDEX] },
};
